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
    /** Pixels of a product: a slice of their windows stays in the first-level cache while all output channels meet it. */
    private static final int PIXELS = 96;
    /**
     * Distance of pixels in bytes from which a slice is copied together first: at powers of two beyond, its pixels would
     * compete for a few lines of the first-level cache.
     */
    private static final int FAR = 2048;
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
    private final GradientSplit split;
    private final int rowsPerProduct;
    private final boolean sliced;
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
        split = GradientSplit.of(g, padded.rowBytes());
        rowsPerProduct = Math.max(1, PIXELS / g.outWidth());
        sliced = sourceStep() >= FAR && split.outputsPerShare() >= 3 * TileProduct.ROWS;
        starting = products(split.parts() == 1 && accumulate);
        adding = products(true);
    }

    /** Distance in bytes of the windows of neighbouring pixels. */
    private long sourceStep() {
        return (inPlace ? padded.source().step() : padded.pixelBytes()) * g.stride();
    }

    /** Distance in bytes of the windows of neighbouring rows. */
    private long sourceRow() {
        return g.stride() * (inPlace ? g.inWidth() * padded.source().step() : padded.rowBytes());
    }

    private TileProduct[] products(boolean add) {
        int run = g.kernel() * padded.channels();
        TileProduct[] result = new TileProduct[Math.ceilDiv(run, 2 * LANES)];
        long dyStep = dy.step();
        long outStep = (long) g.kernel() * run * Float.BYTES;
        for (int panel = 0; panel < result.length; panel++) {
            int left = run - 2 * panel * LANES;
            boolean pair = left > LANES;
            long xStep = !sliced ? sourceStep() : pair ? 2L * VECTOR : VECTOR;
            result[panel] = new TileProduct(
                    pair,
                    g.outWidth(),
                    Float.BYTES,
                    dyStep,
                    g.outWidth() * dyStep,
                    xStep,
                    sliced ? g.outWidth() * xStep : sourceRow(),
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

    private long rowBytes() {
        return inPlace
                ? 0
                : Memory.align(((split.rows() - 1L) * g.stride() + g.kernel()) * padded.rowBytes() + 2L * VECTOR);
    }

    private long workerBytes() {
        return rowBytes() + (sliced ? 2L * VECTOR * rowsPerProduct * g.outWidth() : 0);
    }

    private long partialBytes() {
        return split.parts() == 1 ? 0 : split.parts() * weightBytes();
    }

    @Override
    public long scratchBytes(int threads) {
        long own = partialBytes() + threads * workerBytes();
        return bias == null ? own : Math.max(own, bias.scratchBytes(threads));
    }

    @Override
    public void run(WorkerPool pool, long at) {
        scratch = at;
        pool.run(split.parts() * split.shares() * g.groups(), part);
        if (split.parts() > 1) {
            pool.run((int) Math.ceilDiv(weights(), (long) CHUNK), reduce);
        }
        if (bias != null) {
            bias.run(pool, at);
        }
    }

    private void part(int task, int worker) {
        int group = task % g.groups();
        int share = task / g.groups() % split.shares();
        int index = task / g.groups() / split.shares();
        int total = g.batch() * split.blocksPerImage();
        int from = (int) ((long) total * index / split.parts());
        int to = (int) ((long) total * (index + 1) / split.parts());
        int firstOutput = share * split.outputsPerShare();
        int count = share == split.shares() - 1 ? outputs - firstOutput : split.outputsPerShare();
        long sums = split.parts() == 1 ? dWeights : scratch + index * weightBytes();
        for (int block = from; block < to; block++) {
            TileProduct[] products = block == from ? starting : adding;
            block(block, group, group * outputs + firstOutput, count, products, sums, worker);
        }
    }

    private void block(int block, int group, int output, int count, TileProduct[] products, long sums, int worker) {
        int image = block / split.blocksPerImage();
        int row = block % split.blocksPerImage() * split.rows();
        int rows = Math.min(split.rows(), g.outHeight() - row);
        long own = scratch + partialBytes() + worker * workerBytes();
        long window = own;
        if (inPlace) {
            window = padded.source().at(image, row * g.stride() * g.inWidth()) + group * padded.pixelBytes();
        } else {
            int top = row * g.stride() - g.padding();
            padded.copy(image, group * padded.channels(), top, top + (rows - 1) * g.stride() + g.kernel(), window);
        }
        long gradient = dy.at(image, row * g.outWidth()) + (long) output * Float.BYTES;
        for (int r = 0; r < rows; r += rowsPerProduct) {
            int some = Math.min(rowsPerProduct, rows - r);
            products(r == 0 ? products : adding, some, output, count, gradient, window, own + rowBytes(), sums);
            gradient += some * adding[0].aOuter();
            window += some * sourceRow();
        }
    }

    private void products(
            TileProduct[] products,
            int rows,
            int output,
            int count,
            long gradient,
            long window,
            long slice,
            long sums) {
        for (int k = 0; k < g.kernel(); k++) {
            long target = sums + ((long) output * g.kernel() + k) * g.kernel() * padded.pixelBytes();
            long source = window + k * padded.rowBytes();
            for (TileProduct product : products) {
                long init = product.initStep() == 0 ? Memory.ZEROS : target;
                if (sliced) {
                    slice(source, rows, product, slice);
                }
                product.rows(count, rows, gradient, sliced ? slice : source, init, target);
                source += 2L * VECTOR;
                target += 2L * VECTOR;
            }
        }
    }

    /** Copies the vectors of a panel together. */
    private void slice(long source, int rows, TileProduct product, long slice) {
        for (int r = 0; r < rows; r++, source += sourceRow()) {
            slice = product.pair()
                    ? slicePairs(source, sourceStep(), g.outWidth(), slice)
                    : sliceSingles(source, sourceStep(), g.outWidth(), slice);
        }
    }

    private static long slicePairs(long from, long step, int count, long to) {
        for (int i = 0; i < count; i++, from += step, to += 2L * VECTOR) {
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER).intoMemorySegment(ALL, to, ORDER);
            FloatVector.fromMemorySegment(FLOATS, ALL, from + VECTOR, ORDER).intoMemorySegment(ALL, to + VECTOR, ORDER);
        }
        return to;
    }

    private static long sliceSingles(long from, long step, int count, long to) {
        for (int i = 0; i < count; i++, from += step, to += VECTOR) {
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER).intoMemorySegment(ALL, to, ORDER);
        }
        return to;
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
            for (int p = 0; p < split.parts(); p++) {
                sum = sum.add(
                        FloatVector.fromMemorySegment(FLOATS, ALL, scratch + p * weightBytes() + at, ORDER, mask));
            }
            sum.intoMemorySegment(ALL, dWeights + at, ORDER, mask);
        }
    }
}
