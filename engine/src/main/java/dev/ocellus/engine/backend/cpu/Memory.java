package dev.ocellus.engine.backend.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Native memory by address. Kernels work on plain addresses so that a program can fix all places once; one constant
 * segment over the whole address space lets the compiler turn each access into one machine instruction.
 *
 * <p>Vectors are loaded and stored by the vector API's own methods on {@link #ALL}, never through a method of ours: they
 * are always inlined, ours only if the compiler thinks fit, and a vector that crosses a call is allocated.
 */
final class Memory {
    /** The widest float32 vectors of this machine, up to 16 lanes. */
    static final VectorSpecies<Float> FLOATS =
            FloatVector.SPECIES_PREFERRED.length() > 16 ? FloatVector.SPECIES_512 : FloatVector.SPECIES_PREFERRED;

    /** Float64 vectors of the same size, with half the lanes. */
    static final VectorSpecies<Double> DOUBLES = VectorSpecies.of(double.class, FLOATS.vectorShape());

    /** Number of float32 lanes of {@link #FLOATS}. */
    static final int LANES = FLOATS.length();

    /** Size of a vector of {@link #FLOATS} in bytes. */
    static final int VECTOR = FLOATS.vectorByteSize();

    /** Alignment in bytes of everything that is allocated for kernels: a cache line, and no less than a vector. */
    static final int ALIGNMENT = 64;

    /** The whole address space. */
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** Two vectors of zeros: what a sum starts with. */
    static final long ZEROS = allocate(Arena.global(), 2L * VECTOR).address();

    private Memory() {}

    /**
     * Memory for kernels, filled with zeros. Kernels may read, but not use, up to two vectors beyond the end of a tensor,
     * so as much is allocated behind it.
     */
    static MemorySegment allocate(Arena arena, long bytes) {
        return arena.allocate(bytes + 2L * VECTOR, ALIGNMENT).asSlice(0, bytes);
    }

    static float getFloat(long address) {
        return ALL.get(FLOAT, address);
    }

    static void setFloat(long address, float value) {
        ALL.set(FLOAT, address, value);
    }

    static double getDouble(long address) {
        return ALL.get(DOUBLE, address);
    }

    static void setDouble(long address, double value) {
        ALL.set(DOUBLE, address, value);
    }

    static int getInt(long address) {
        return ALL.get(INT, address);
    }

    static void setInt(long address, int value) {
        ALL.set(INT, address, value);
    }

    static byte getByte(long address) {
        return ALL.get(BYTE, address);
    }

    static void setByte(long address, byte value) {
        ALL.set(BYTE, address, value);
    }

    /** Copies float32 numbers; the ranges must not overlap. */
    static void copy(long from, long to, long bytes) {
        long end = from + bytes;
        for (; from <= end - VECTOR; from += VECTOR, to += VECTOR) {
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER).intoMemorySegment(ALL, to, ORDER);
        }
        if (from < end) {
            VectorMask<Float> mask = FLOATS.indexInRange(0, (int) (end - from) / Float.BYTES);
            FloatVector.fromMemorySegment(FLOATS, ALL, from, ORDER, mask).intoMemorySegment(ALL, to, ORDER, mask);
        }
    }

    /** Sets float32 numbers to zero. */
    static void zero(long address, long bytes) {
        FloatVector zero = FloatVector.zero(FLOATS);
        long end = address + bytes;
        for (; address <= end - VECTOR; address += VECTOR) {
            zero.intoMemorySegment(ALL, address, ORDER);
        }
        if (address < end) {
            VectorMask<Float> mask = FLOATS.indexInRange(0, (int) (end - address) / Float.BYTES);
            zero.intoMemorySegment(ALL, address, ORDER, mask);
        }
    }

    /** Rounds a size up to {@link #ALIGNMENT}. */
    static long align(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
