package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.ConvGeometry;

/**
 * How the work of a weight gradient is cut into tasks. Images are cut into blocks of rows; consecutive blocks form a part,
 * which sums into weights of its own unless there is one part only; and the output channels of a group fall into shares.
 * Parts cost memory and an addition, shares cost another copy of the images' rows. All depends on sizes only.
 *
 * @param rows rows of a block
 * @param blocksPerImage number of blocks of an image
 * @param parts number of parts
 * @param shares number of shares of a group
 * @param outputsPerShare output channels of each share but the last, which has the rest
 */
record GradientSplit(int rows, int blocksPerImage, int parts, int shares, int outputsPerShare) {
    /** Size of the copied rows of a block: they stay in a core's cache while all output channels meet them. */
    private static final int ROW_BYTES = 96 << 10;
    /** Least number of pixels that is worth a part. */
    private static final int PIXELS = 400;
    /** Number of tasks that keeps many cores busy, and greatest number of parts. */
    private static final int TASKS = 16;
    /** Least number of output channels of a share. */
    private static final int LEAST_OUTPUTS = 6 * TileProduct.ROWS;

    /**
     * Cuts a convolution.
     *
     * @param rowBytes size of a copied row
     */
    static GradientSplit of(ConvGeometry g, long rowBytes) {
        long weightBytes = g.weights().elements() * Float.BYTES;
        long imageBytes = (long) g.batch() * g.inHeight() * rowBytes * g.groups();
        long pixels = (long) g.batch() * g.outHeight() * g.outWidth();
        int wanted = Math.clamp(Math.min(pixels / PIXELS, imageBytes / weightBytes), 1, TASKS);
        int most = Math.ceilDiv(g.outHeight(), Math.ceilDiv(wanted, g.batch()));
        int rows = Math.clamp(ROW_BYTES / (g.stride() * rowBytes), 1, most);
        int blocksPerImage = Math.ceilDiv(g.outHeight(), rows);
        int parts = Math.min(wanted, g.batch() * blocksPerImage);
        int outputs = g.outChannels() / g.groups();
        int shares = Math.clamp(Math.ceilDiv(TASKS, parts * g.groups()), 1, Math.max(1, outputs / LEAST_OUTPUTS));
        int outputsPerShare = outputs / shares / TileProduct.ROWS * TileProduct.ROWS;
        return new GradientSplit(rows, blocksPerImage, parts, shares, shares == 1 ? outputs : outputsPerShare);
    }
}
