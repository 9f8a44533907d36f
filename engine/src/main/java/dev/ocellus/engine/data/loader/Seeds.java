package dev.ocellus.engine.data.loader;

/** Seeds for what is drawn at a place of a run. Pure; safe on any thread. */
public final class Seeds {

    private Seeds() {}

    /** A seed that changes in all bits with each of the numbers: the run's seed first, then where it is used. */
    public static long of(long seed, long... place) {
        long bits = mix(seed);
        for (long number : place) {
            bits = mix(bits + number);
        }
        return bits;
    }

    /** Spreads the bits of a number (the finaliser of SplitMix64, Steele et al. 2014). */
    private static long mix(long value) {
        long bits = value + 0x9e3779b97f4a7c15L;
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
        return bits ^ (bits >>> 31);
    }
}
