package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.ops.BatchNorm;
import dev.ocellus.engine.ops.BatchNormGradient;
import dev.ocellus.engine.program.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Binds batch normalisation and its gradient. */
final class BatchNormKernels implements CallBinder {
    private static final String FILE = "batchnorm";
    /** Threads of a block that adds up, as in common.cuh. */
    private static final int SUMMING_THREADS = 512;

    private static final int APPLYING_THREADS = 256;
    /** Least number of rows of a thread. */
    private static final int ROWS_PER_THREAD = 2;
    /** Most vectors of a block: enough for whole lines of memory, few enough that many threads share a channel's sum. */
    private static final int WIDTH = 8;
    /** Blocks for each multiprocessor where the last block adds up the sums of all. */
    private static final int SUMMING = 1;
    /** Blocks for each multiprocessor where they are independent. */
    private static final int APPLYING = 6;

    @Override
    public @Nullable DeviceKernel bind(Call call, CudaPlaces places, CudaContext context) {
        return switch (call.node().op()) {
            case BatchNorm op -> forward(call, op, places, context);
            case BatchNormGradient op -> backward(call, op, places, context);
            default -> null;
        };
    }

    /**
     * How a tensor's rows and channels are cut.
     *
     * @param width vectors of channels of a block
     * @param height rows of a block
     * @param columns blocks side by side
     * @param blocks blocks one below the other
     */
    private record Tiling(int vector, int width, int height, int columns, int blocks, int rowsPerBlock) {
        static Tiling of(CudaTensor tensor, int vector, int threads, int blocksEach, CudaDevice device) {
            int vectors = tensor.channels() / vector;
            int width = Math.min(WIDTH, Integer.highestOneBit(Math.max(1, 2 * vectors - 1)));
            int height = threads / width;
            int columns = Math.ceilDiv(vectors, width);
            long rows = (long) tensor.images() * tensor.pixels();
            long wanted = Math.max(1, (long) blocksEach * device.multiprocessors() / columns);
            long perBlock = Math.max((long) height * ROWS_PER_THREAD, Math.ceilDiv(rows, wanted));
            perBlock = Math.ceilDiv(perBlock, height) * (long) height;
            return new Tiling(
                    vector, width, height, columns, (int) Math.ceilDiv(rows, perBlock), Math.toIntExact(perBlock));
        }

        LaunchBuilder launch(LaunchBuilder builder) {
            return builder.grid(blocks, columns).block(width, height);
        }
    }

    private static DeviceKernel forward(Call call, BatchNorm op, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        CudaTensor y = places.at(call.output(0));
        List<CudaTensor> tensors = new ArrayList<>(List.of(y));
        for (int b = 0; b < op.branches(); b++) {
            tensors.add(places.at(call.input(b * BatchNorm.BRANCH_OPERANDS)));
        }
        CudaTensor residual = op.residual() ? places.at(call.input(call.inputs().size() - 1)) : y;
        tensors.add(residual);
        Tiling tiling = Tiling.of(y, Kernels.vector(tensors), SUMMING_THREADS, SUMMING, context.device());
        Tiling applying = Tiling.of(y, tiling.vector(), APPLYING_THREADS, APPLYING, context.device());
        Map<String, String> defines = defines(y, tiling, op.activation(), op.branches());
        int channels = y.channels();
        long coefficients = 2L * channels * Float.BYTES;
        long partials = align(op.branches() * coefficients);
        long partialBytes = (long) tiling.blocks() * 2 * channels * Float.BYTES;
        List<DeviceKernel> steps = new ArrayList<>();
        List<long[]> branches = new ArrayList<>();
        for (int b = 0; b < op.branches(); b++) {
            int first = b * BatchNorm.BRANCH_OPERANDS;
            branches.add(new long[] {
                places.address(call.input(first + 1)),
                places.address(call.input(first + 2)),
                places.address(call.input(first + 3)),
                places.address(call.input(first + 4)),
                op.training() ? places.address(call.output(1 + b)) : 0
            });
        }
        if (op.training()) {
            steps.add(kernels.launch(FILE, "statistics", defines)
                    .grid(tiling.blocks(), tiling.columns(), op.branches())
                    .block(tiling.width(), tiling.height())
                    .tensor(tensors.get(1))
                    .tensor(tensors.get(op.branches()))
                    .struct(branches.getFirst())
                    .struct(branches.getLast())
                    .scratch(partials, op.branches() * partialBytes)
                    .scratch(0, op.branches() * coefficients)
                    .pointer(context.counters(op.branches() * tiling.columns()))
                    .float32(op.epsilon())
                    .float32(op.momentum())
                    .int32(tiling.rowsPerBlock())
                    .build());
        } else {
            for (int b = 0; b < op.branches(); b++) {
                steps.add(kernels.launch(FILE, "running", defines)
                        .over(channels)
                        .struct(branches.get(b))
                        .scratch(b * coefficients, coefficients)
                        .float32(op.epsilon())
                        .int32(channels)
                        .build());
            }
        }
        steps.add(applying.launch(kernels.launch(FILE, "normalise", defines))
                .tensor(tensors.get(1))
                .tensor(tensors.get(op.branches()))
                .tensor(residual)
                .tensor(y)
                .scratch(0, op.branches() * coefficients)
                .int32(op.residual() ? 1 : 0)
                .int32(applying.rowsPerBlock())
                .build());
        return new KernelList(steps);
    }

    private static DeviceKernel backward(Call call, BatchNormGradient op, CudaPlaces places, CudaContext context) {
        KernelLibrary kernels = context.kernels();
        CudaTensor dy = places.at(call.input(0));
        List<CudaTensor> z = new ArrayList<>();
        List<CudaTensor> dz = new ArrayList<>();
        List<long[]> gradients = new ArrayList<>();
        int channels = dy.channels();
        for (int b = 0; b < op.branches(); b++) {
            int first = 1 + b * op.branchOperands();
            z.add(places.at(call.input(first)));
            dz.add(places.at(call.output(3 * b)));
            long statistics = places.address(call.input(first + 3));
            gradients.add(new long[] {
                places.address(call.input(first + 1)),
                places.address(call.input(first + 2)),
                statistics,
                op.training() ? statistics + (long) channels * Float.BYTES : places.address(call.input(first + 4)),
                places.address(call.output(3 * b + 1)),
                places.address(call.output(3 * b + 2))
            });
        }
        List<CudaTensor> tensors = new ArrayList<>(List.of(dy));
        tensors.addAll(z);
        tensors.addAll(dz);
        Tiling tiling = Tiling.of(dy, Kernels.vector(tensors), SUMMING_THREADS, SUMMING, context.device());
        Tiling applying = Tiling.of(dy, tiling.vector(), APPLYING_THREADS, APPLYING, context.device());
        Map<String, String> defines = defines(dy, tiling, op.activation(), op.branches());
        int kinds = 1 + op.branches();
        long coefficients = align(3L * op.branches() * channels * Float.BYTES);
        DeviceKernel sums = tiling.launch(kernels.launch(FILE, "sums", defines))
                .tensor(dy)
                .tensor(z.getFirst())
                .tensor(z.getLast())
                .struct(gradients.getFirst())
                .struct(gradients.getLast())
                .scratch(coefficients, (long) tiling.blocks() * kinds * channels * Float.BYTES)
                .scratch(0, coefficients)
                .pointer(context.counters(tiling.columns()))
                .float32(op.epsilon())
                .int32(op.training() ? 1 : 0)
                .int32(tiling.rowsPerBlock())
                .build();
        DeviceKernel apply = applying.launch(kernels.launch(FILE, "gradients", defines))
                .tensor(dy)
                .tensor(z.getFirst())
                .tensor(z.getLast())
                .struct(gradients.getFirst())
                .struct(gradients.getLast())
                .tensor(dz.getFirst())
                .tensor(dz.getLast())
                .scratch(0, coefficients)
                .float32(op.epsilon())
                .int32(op.training() ? 1 : 0)
                .int32(applying.rowsPerBlock())
                .build();
        return KernelList.of(sums, apply);
    }

    /** Sums of the channels over all pixels: the gradient of a bias. */
    static DeviceKernel channelSums(CudaTensor dy, long sums, boolean add, CudaContext context) {
        Tiling tiling = Tiling.of(dy, Kernels.vector(List.of(dy)), SUMMING_THREADS, SUMMING, context.device());
        return tiling.launch(context.kernels()
                        .launch("convolution", "biasGradient", Kernels.defines(dy.dtype(), tiling.vector())))
                .tensor(dy)
                .pointer(sums)
                .scratch(0, (long) tiling.blocks() * dy.channels() * Float.BYTES)
                .pointer(context.counters(tiling.columns()))
                .int32(tiling.rowsPerBlock())
                .int32(add ? 1 : 0)
                .build();
    }

    private static Map<String, String> defines(CudaTensor tensor, Tiling tiling, Activation activation, int branches) {
        Map<String, String> defines = Kernels.defines(tensor.dtype(), tiling.vector(), activation);
        defines.put("BRANCHES", Integer.toString(branches));
        return defines;
    }

    private static long align(long bytes) {
        return Math.ceilDiv(bytes, 256L) * 256;
    }
}
