package dev.ocellus.engine.backend.cpu;

/**
 * Cuts the pixels of a batch into blocks of about {@link #BYTES} bytes that never cross images: small enough for a core's
 * own cache, large enough to be worth a task. The cut depends on sizes only.
 */
record RowBlocks(int pixels, int rows, int perImage, int count) {
    private static final int BYTES = 64 << 10;

    /** Blocks of a batch of {@code images} with {@code pixels} pixels of {@code channels} float32 numbers. */
    static RowBlocks of(int images, int pixels, int channels) {
        int rows = Math.clamp(BYTES / (Float.BYTES * channels), 1, Math.max(1, pixels));
        int perImage = Math.ceilDiv(pixels, rows);
        return new RowBlocks(pixels, Math.ceilDiv(pixels, Math.max(1, perImage)), perImage, images * perImage);
    }

    /** Image that a block lies in. */
    int image(int block) {
        return block / perImage;
    }

    /** First pixel of a block. */
    int first(int block) {
        return block % perImage * rows;
    }

    /** Number of pixels of a block. */
    int size(int block) {
        return Math.min(rows, pixels - first(block));
    }
}
