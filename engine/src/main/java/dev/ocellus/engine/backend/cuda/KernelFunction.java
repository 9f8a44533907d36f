package dev.ocellus.engine.backend.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUfunction;

/** A compiled kernel. */
final class KernelFunction extends CUfunction {
    private final String name;

    KernelFunction(String name) {
        this.name = name;
    }

    /** File and name, for messages. */
    String name() {
        return name;
    }

    /** The handle, as native functions take it. */
    MemorySegment handle() {
        return MemorySegment.ofAddress(getNativePointer());
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
