package dev.ocellus.engine.graph;

/**
 * Work of one node for the roofline: arithmetic in floating-point operations (a multiply-add counts two) and the bytes
 * that must be read and written at least once.
 */
public record Cost(long flops, long bytes) {
    /** No arithmetic, only the given traffic. */
    public static Cost traffic(long bytes) {
        return new Cost(0, bytes);
    }
}
