package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.backend.cuda.Launcher.Extent;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** One kernel launch with all its arguments in native memory. */
final class Launch implements DeviceKernel {
    /** An argument that is an address in scratch memory. */
    record ScratchSlot(MemorySegment argument, long offset) {}

    private final Launcher launcher;
    private final KernelFunction function;
    private final MemorySegment handle;
    private final Extent grid;
    private final Extent block;
    private final int shared;
    private final MemorySegment arguments;
    private final List<ScratchSlot> slots;
    private final long scratchBytes;

    Launch(
            Launcher launcher,
            KernelFunction function,
            Extent grid,
            Extent block,
            int shared,
            MemorySegment arguments,
            List<ScratchSlot> slots,
            long scratchBytes) {
        this.launcher = launcher;
        this.function = function;
        this.handle = function.handle();
        this.grid = grid;
        this.block = block;
        this.shared = shared;
        this.arguments = arguments;
        this.slots = List.copyOf(slots);
        this.scratchBytes = scratchBytes;
    }

    @Override
    public long scratchBytes() {
        return scratchBytes;
    }

    @Override
    public void scratch(long address) {
        slots.forEach(slot -> slot.argument().set(ValueLayout.JAVA_LONG, 0, address + slot.offset()));
    }

    @Override
    public void enqueue(CudaStream stream) {
        int code = launcher.launch(handle, grid, block, shared, stream.handle(), arguments);
        if (code != 0) {
            Driver.check(code, "launch " + function.name());
        }
    }
}
