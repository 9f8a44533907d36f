package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;

/** Native tensors for kernel tests: random slices of wider tensors, whose surroundings a kernel must not touch. */
final class NativeFixture implements AutoCloseable {
    private static final float GUARD = 12345.678f;

    private final Arena arena = Arena.ofShared();
    private final SplittableRandom random;

    NativeFixture(long seed) {
        random = new SplittableRandom(seed);
    }

    SplittableRandom random() {
        return random;
    }

    /** A slice with {@code gap} further channels a pixel and one further pixel an image, all of them guards. */
    NativeTensor slice(int images, int pixels, int channels, int gap) {
        int stride = channels + gap;
        long imageStride = (long) pixels * stride + (gap == 0 ? 0 : stride);
        long start = gap / 2;
        long elements = images * imageStride + start;
        long address = allocate(elements);
        for (long i = 0; i < elements; i++) {
            Memory.setFloat(address + i * Float.BYTES, GUARD);
        }
        NativeTensor tensor =
                new NativeTensor(address + start * Float.BYTES, images, pixels, channels, imageStride, stride);
        set(tensor, new double[(int) tensor.elements()]);
        return tensor;
    }

    /** A slice of numbers between −1 and 1. */
    NativeTensor random(int images, int pixels, int channels, int gap) {
        NativeTensor tensor = slice(images, pixels, channels, gap);
        fill(tensor, -1, 1);
        return tensor;
    }

    /** Numbers between the bounds. */
    void fill(NativeTensor tensor, double low, double high) {
        double[] values = new double[(int) tensor.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(low, high);
        }
        set(tensor, values);
    }

    /** Address of {@code count} random numbers. */
    long vector(int count, double low, double high) {
        NativeTensor tensor = NativeTensor.dense(allocate(count), 1, 1, count);
        fill(tensor, low, high);
        return tensor.address();
    }

    long allocate(long elements) {
        return Memory.allocate(arena, elements * Float.BYTES).address();
    }

    static void set(NativeTensor tensor, double[] values) {
        int i = 0;
        for (int n = 0; n < tensor.images(); n++) {
            for (int p = 0; p < tensor.pixels(); p++) {
                for (int c = 0; c < tensor.channels(); c++) {
                    Memory.setFloat(tensor.at(n, p) + (long) c * Float.BYTES, (float) values[i++]);
                }
            }
        }
    }

    static double[] get(NativeTensor tensor) {
        double[] values = new double[(int) tensor.elements()];
        int i = 0;
        for (int n = 0; n < tensor.images(); n++) {
            for (int p = 0; p < tensor.pixels(); p++) {
                for (int c = 0; c < tensor.channels(); c++) {
                    values[i++] = Memory.getFloat(tensor.at(n, p) + (long) c * Float.BYTES);
                }
            }
        }
        return values;
    }

    static double[] get(long address, int count) {
        return get(NativeTensor.dense(address, 1, 1, count));
    }

    static double at(NativeTensor tensor, int image, int pixel, int channel) {
        return Memory.getFloat(tensor.at(image, pixel) + (long) channel * Float.BYTES);
    }

    /** Checks that nothing around the slice was written. */
    static void assertGuarded(NativeTensor tensor) {
        int gap = tensor.pixelStride() - tensor.channels();
        for (int n = 0; n < tensor.images(); n++) {
            for (int p = 0; p < tensor.pixels(); p++) {
                for (int c = 0; c < gap - gap / 2; c++) {
                    double guard = at(tensor, n, p, tensor.channels() + c);
                    assertEquals(GUARD, guard, 0, "after pixel " + p + " of image " + n);
                }
            }
        }
    }

    /** Checks values against a tolerance relative to the largest of them. */
    static void assertClose(double[] expected, double[] actual, double tolerance) {
        double largest = 1e-30;
        for (double value : expected) {
            largest = Math.max(largest, Math.abs(value));
        }
        assertArrayEquals(expected, actual, tolerance * largest);
    }

    /** Runs a kernel once with the given number of threads. */
    void run(Kernel kernel, int threads) {
        try (WorkerPool pool = new WorkerPool(threads, Thread::new)) {
            long scratch = Memory.allocate(arena, kernel.scratchBytes(threads)).address();
            kernel.run(pool, Math.ceilDiv(scratch, Memory.ALIGNMENT) * Memory.ALIGNMENT);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
