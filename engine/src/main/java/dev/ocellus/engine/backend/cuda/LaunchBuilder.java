package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.cuda.Launcher.Extent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Collects the sizes and arguments of a kernel launch, arguments in the order of the kernel's parameters. */
final class LaunchBuilder {
    private static final int TENSOR = 32;

    private final Launcher launcher;
    private final KernelFunction function;
    private final Arena arena = Arena.ofAuto();
    private final List<MemorySegment> arguments = new ArrayList<>();
    private final List<Launch.ScratchSlot> scratch = new ArrayList<>();
    private Extent grid = new Extent(1, 1, 1);
    private Extent block = new Extent(1, 1, 1);
    private int shared;
    private long scratchBytes;

    LaunchBuilder(Launcher launcher, KernelFunction function) {
        this.launcher = launcher;
        this.function = function;
    }

    LaunchBuilder grid(long x, int y, int z) {
        grid = new Extent(Math.toIntExact(x), y, z);
        return this;
    }

    LaunchBuilder grid(long x, int y) {
        return grid(x, y, 1);
    }

    LaunchBuilder grid(long x) {
        return grid(x, 1, 1);
    }

    LaunchBuilder block(int x, int y) {
        block = new Extent(x, y, 1);
        return this;
    }

    LaunchBuilder block(int x) {
        return block(x, 1);
    }

    /** One thread for each of {@code items}, in blocks of 256. */
    LaunchBuilder over(long items) {
        return grid(Math.max(1, Math.ceilDiv(items, 256L))).block(256);
    }

    LaunchBuilder shared(int bytes) {
        shared = bytes;
        return this;
    }

    /** A device address. */
    LaunchBuilder pointer(long address) {
        return int64(address);
    }

    LaunchBuilder int64(long value) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_LONG, value));
        return this;
    }

    LaunchBuilder int32(int value) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_INT, value));
        return this;
    }

    LaunchBuilder float32(double value) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_FLOAT, (float) value));
        return this;
    }

    LaunchBuilder float64(double value) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_DOUBLE, value));
        return this;
    }

    /** A struct of ints. */
    LaunchBuilder struct(int... fields) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_INT, fields));
        return this;
    }

    /** A struct of addresses and 64-bit numbers; an int at its end may be given as one. */
    LaunchBuilder struct(long... fields) {
        arguments.add(arena.allocateFrom(ValueLayout.JAVA_LONG, fields));
        return this;
    }

    /** A tensor, as the struct {@code Tensor} of common.cuh. */
    LaunchBuilder tensor(CudaTensor tensor) {
        MemorySegment struct = arena.allocate(TENSOR, 8);
        struct.set(ValueLayout.JAVA_LONG, 0, tensor.address());
        struct.set(ValueLayout.JAVA_LONG, 8, tensor.imageStride());
        struct.set(ValueLayout.JAVA_INT, 16, tensor.pixelStride());
        struct.set(ValueLayout.JAVA_INT, 20, tensor.images());
        struct.set(ValueLayout.JAVA_INT, 24, tensor.pixels());
        struct.set(ValueLayout.JAVA_INT, 28, tensor.channels());
        arguments.add(struct);
        return this;
    }

    /** The address of scratch memory: its size, and where it starts in that of the call. */
    LaunchBuilder scratch(long offset, long bytes) {
        MemorySegment slot = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
        arguments.add(slot);
        scratch.add(new Launch.ScratchSlot(slot, offset));
        scratchBytes = Math.max(scratchBytes, offset + bytes);
        return this;
    }

    /** The launch. */
    Launch build() {
        MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, Math.max(1, arguments.size()));
        for (int i = 0; i < arguments.size(); i++) {
            pointers.setAtIndex(ValueLayout.ADDRESS, i, arguments.get(i));
        }
        return new Launch(launcher, function, grid, block, shared, pointers, scratch, scratchBytes);
    }
}
