package dev.ocellus.engine.backend.cpu;

/** y = scale · x from bytes (0 to 255) to float32. Both tensors are dense. */
final class NormalizeImagesKernel implements Kernel {
    private static final int CHUNK = 64 << 10;
    private static final int UNSIGNED = 0xFF;

    private final NativeTensor x;
    private final NativeTensor y;
    private final float[] levels = new float[UNSIGNED + 1];
    private final WorkerPool.Task part = this::part;

    NormalizeImagesKernel(NativeTensor x, NativeTensor y, float scale) {
        if (!x.dense() || !y.dense()) {
            throw new IllegalArgumentException("images must be dense");
        }
        this.x = x;
        this.y = y;
        for (int i = 0; i < levels.length; i++) {
            levels[i] = i * scale;
        }
    }

    @Override
    public void run(WorkerPool pool, long scratch) {
        pool.run(Math.toIntExact(Math.ceilDiv(x.elements(), CHUNK)), part);
    }

    private void part(int task, int worker) {
        long from = (long) task * CHUNK;
        int count = (int) Math.min(CHUNK, x.elements() - from);
        long in = x.address() + from;
        long out = y.address() + from * Float.BYTES;
        for (int i = 0; i < count; i++) {
            Memory.setFloat(out + (long) i * Float.BYTES, levels[Memory.getByte(in + i) & UNSIGNED]);
        }
    }
}
