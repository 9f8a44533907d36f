package dev.ocellus.engine.eval;

/** The size classes of the COCO benchmark: which areas, in square pixels, both ends included, are judged. */
enum AreaRange {
    ALL(0, 1e10),
    SMALL(0, 32 * 32),
    MEDIUM(32 * 32, 96 * 96),
    LARGE(96 * 96, 1e10);

    private final double low;
    private final double high;

    AreaRange(double low, double high) {
        this.low = low;
        this.high = high;
    }

    boolean contains(double area) {
        return area >= low && area <= high;
    }

    /** Whether missing this object is a fault: it is no crowd and its size is judged. */
    boolean counts(GroundTruth truth) {
        return !truth.crowd() && contains(truth.area());
    }
}
