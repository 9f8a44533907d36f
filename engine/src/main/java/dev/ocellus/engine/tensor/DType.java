package dev.ocellus.engine.tensor;

/** Element type of a tensor. {@link #bytes()} is the size of one element in memory and in files. */
public enum DType {
    F64(8),
    F32(4),
    F16(2),
    BF16(2),
    I64(8),
    I32(4),
    I16(2),
    I8(1),
    U8(1),
    BOOL(1);

    private final int bytes;

    DType(int bytes) {
        this.bytes = bytes;
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }
}
