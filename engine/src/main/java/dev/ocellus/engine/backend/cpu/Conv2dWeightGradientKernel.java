package dev.ocellus.engine.backend.cpu;

import static dev.ocellus.engine.backend.cpu.Memory.ALL;
import static dev.ocellus.engine.backend.cpu.Memory.FLOATS;
import static dev.ocellus.engine.backend.cpu.Memory.LANES;
import static dev.ocellus.engine.backend.cpu.Memory.ORDER;
import static dev.ocellus.engine.backend.cpu.Memory.VECTOR;

import dev.ocellus.engine.ops.ConvGeometry;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import org.jspecify.annotations.Nullable;

/**
 * Gradient of a convolution for its weights and bias.
 *
 * <p>For each row of a window, dw[output, (column, input)] = Σ over pixels dy[pixel, output] · window[pixel, (column,
 * input)]: a matrix product whose sum runs over pixels, computed by {@link TileProduct} on rows copied with zero borders.
 * Images are cut into blocks of rows. Where the weights are small, each of a few parts of the blocks sums into weights of
 * its own and these are added in order; where they are large, tasks share out the output channels and nothing is added.
 */
final class Conv2dWeightGradientKernel implements Kernel {
    /** Size of the copied rows of a block: they stay in a core's cache while all output channels meet them. */
    private static final int ROW_BYTES = 96 << 10;
    /** Pixels of a product: a slice of their windows stays in the first-level cache while all output channels meet it. */
    private static final int PIXELS = 96;
    /** Greatest number of partial sums. */
    private static final int PARTS = 16;
    /** Output channels of a task where tasks share them out. */
    private static final int OUTPUTS = 20;
    /** Weights that are added up at once. */
    private static final int CHUNK = 4 << 10;

    private final ConvGeometry g;
    private final NativeTensor dy;
    private final long dWeights;
    private final boolean accumulate;
    private final @Nullable ChannelSumKernel bias;
    private final PaddedRows padded;
    private final boolean inPlace;
    private final int outputs;
    private final int rowsPerBlock;
    private final int rowsPerProduct;
    private final int blocksPerImage;
    private final int parts;
    private final int shares;
    private final TileProduct[] starting;
    private final TileProduct[] adding;
    private final WorkerPool.Task part = this::part;
    private final WorkerPool.Task reduce = this::reduce;
    private long scratch;

    /**
     * Binds the operands.
     *
     * @param dWeights address of the dense OHWI gradient
     * @param dBias address of the gradient of the bias, or 0
     * @param accumulate whether to add to both
     */
    Conv2dWeightGradientKernel(
            ConvGeometry g, NativeTensor x, NativeTensor dy, long dWeights, long dBias, boolean accumulate) {
        this.g = g;
        this.dy = dy;
        this.dWeights = dWeights;
        this.accumulate = accumulate;
        bias = dBias == 0 ? null : new ChannelSumKernel(dy, dBias, accumulate);
        inPlace = g.kernel() == 1 && g.padding() == 0;
        outputs = g.outChannels() / g.groups();
        int columns = (g.outWidth() - 1) * g.stride() + g.kernel();
        padded = new PaddedRows(x, g.inHeight(), g.inWidth(), g.inChannels() / g.groups(), -g.padding(), columns);
        long rowBytes = g.stride() * padded.rowBytes();
        int share = Math.ceilDiv(g.outHeight(), Math.ceilDiv(PARTS, g.batch()));
        rowsPerBlock = Math.clamp(ROW_BYTES / rowBytes, 1, share);
        rowsPerProduct = Math.max(1, PIXELS / g.outWidth());
        blocksPerImage = Math.ceilDiv(g.outHeight(), rowsPerBlock);
        boolean large = weightBytes() > (long) g.batch() * g.inHeight() * padded.rowBytes() * g.groups();
        parts = large ? 1 : Math.min(PARTS, g.batch() * blocksPerImage);
        shares = large ? Math.ceilDiv(outputs, OUTPUTS) : 1;
        starting = products(parts == 1 && accumulate);
        adding = products(true);
    }

    private TileProduct[] products(boolean add) {
        int run = g.kernel() * padded.channels();
        TileProduct[] result = new TileProduct[Math.ceilDiv(run, 2 * LANES)];
        long dyStep = (long) dy.pixelStride() * Float.BYTES;
        long xStep = (inPlace ? (long) padded.source().pixelStride() * Float.BYTES : padded.pixelBytes()) * g.stride();
        long xRow = inPlace ? g.inWidth() * xStep : g.stride() * padded.rowBytes();
        long outStep = (long) g.kernel() * run * Float.BYTES;
        for (int panel = 0; panel < result.length; panel++) {
            int left = run - 2 * panel * LANES;
            boolean pair = left > LANES;
            result[panel] = new TileProduct(
                    pair,
                    g.outWidth(),
                    Float.BYTES,
                    dyStep,
                    g.outWidth() * dyStep,
                    xStep,
                    xRow,
                    add ? outStep : 0,
                    outStep,
                    Math.min(pair ? left - LANES : left, LANES));
        }
        return result;
    }

    private long weights() {
        return (long) g.outChannels() * g.kernel() * g.kernel() * padded.channels();
    }

    private long weightBytes() {
        return Memory.align(weights() * Float.BYTES);
    }

    private long workerBytes() {
        return inPlace
                ? 0
                : Memory.align(((rowsPerBlock - 1L) * g.stride() + g.kernel()) * padded.rowBytes() + 2L * VECTOR);
    }

    private long partialBytes() {
        return parts == 1 ? 0 : parts * weightBytes();
    }

    @Override
    public long scratchBytes(int threads) {
        long own = partialBytes() + threads * workerBytes();
        return bias == null ? own : Math.max(own, bias.scratchBytes(threads));
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(parts * shares * g.groups(), part);
        if (parts > 1) {
            pool.run((int) Math.ceilDiv(weights(), (long) CHUNK), reduce);
        }
        if (bias != null) {
            bias.run(pool, at);
        }
    }

    private void part(int task, int worker) {
        int group = task % g.groups();
        int share = task / g.groups() % shares;
        int index = task / g.groups() / shares;
        int total = g.batch() * blocksPerImage;
        int from = (int) ((long) total * index / parts);
        int to = (int) ((long) total * (index + 1) / parts);
        int firstOutput = shares == 1 ? 0 : share * OUTPUTS;
        int count = shares == 1 ? outputs : Math.min(OUTPUTS, outputs - firstOutput);
        long sums = parts == 1 ? dWeights : scratch + index * weightBytes();
        for (int block = from; block < to; block++) {
            TileProduct[] products = block == from ? starting : adding;
            block(block, group, group * outputs + firstOutput, count, products, sums, worker);
        }
    }

    private void block(int block, int group, int output, int count, TileProduct[] products, long sums, int worker) {
        int image = block / blocksPerImage;
        int row = block % blocksPerImage * rowsPerBlock;
        int rows = Math.min(rowsPerBlock, g.outHeight() - row);
        long window;
        if (inPlace) {
            window = padded.source().at(image, row * g.stride() * g.inWidth()) + group * padded.pixelBytes();
        } else {
            window = scratch + partialBytes() + worker * workerBytes();
            int top = row * g.stride() - g.padding();
            padded.copy(image, group * padded.channels(), top, top + (rows - 1) * g.stride() + g.kernel(), window);
        }
        long gradient = dy.at(image, row * g.outWidth()) + (long) output * Float.BYTES;
        for (int r = 0; r < rows; r += rowsPerProduct) {
            int some = Math.min(rowsPerProduct, rows - r);
            products(r == 0 ? products : adding, some, output, count, gradient, window, sums);
            gradient += some * adding[0].aOuter();
            window += some * adding[0].bOuter();
        }
    }

    private void products(
            TileProduct[] products, int rows, int output, int count, long gradient, long window, long sums) {
        for (int k = 0; k < g.kernel(); k++) {
            long target = sums + ((long) output * g.kernel() + k) * g.kernel() * padded.pixelBytes();
            for (int panel = 0; panel < products.length; panel++) {
                TileProduct product = products[panel];
                long offset = panel * 2L * VECTOR;
                long init = product.initStep() == 0 ? Memory.ZEROS : target + offset;
                product.rows(count, rows, gradient, window + k * padded.rowBytes() + offset, init, target + offset);
            }
        }
    }

    private void reduce(int chunk, int worker) {
        int count = (int) Math.min(CHUNK, weights() - (long) chunk * CHUNK);
        long offset = (long) chunk * CHUNK * Float.BYTES;
        for (int i = 0; i < count; i += LANES) {
            VectorMask<Float> mask = FLOATS.indexInRange(i, count);
            long at = offset + (long) i * Float.BYTES;
            FloatVector sum = accumulate
                    ? FloatVector.fromMemorySegment(FLOATS, ALL, dWeights + at, ORDER, mask)
                    : FloatVector.zero(FLOATS);
            for (int p = 0; p < parts; p++) {
                sum = sum.add(
                        FloatVector.fromMemorySegment(FLOATS, ALL, scratch + p * weightBytes() + at, ORDER, mask));
            }
            sum.intoMemorySegment(ALL, dWeights + at, ORDER, mask);
        }
    }
}
