package dev.ocellus.engine;

/**
 * Hears how far a piece of work has come. Called often and from any thread: an implementation returns at once and never
 * throws.
 */
@FunctionalInterface
public interface Progress {

    /** Nobody listens. */
    Progress NONE = (work, done, total) -> {};

    /**
     * @param work what is being done, in a few words
     * @param done pieces finished
     * @param total pieces in all, or −1 while unknown
     */
    void report(String work, long done, long total);
}
