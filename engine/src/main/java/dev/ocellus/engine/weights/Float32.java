package dev.ocellus.engine.weights;

import dev.ocellus.engine.tensor.HostTensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Tensors of any element type as float32. Half and bfloat16 convert exactly, infinities, NaN and subnormal numbers
 * included; float64 and wide integers round to nearest; booleans become 0 and 1. Pure functions.
 */
public final class Float32 {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Float32() {}

    /** The elements in row-major order, on the Java heap. */
    public static float[] values(HostTensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        MemorySegment data = tensor.data();
        switch (tensor.dtype()) {
            case F32 -> MemorySegment.copy(data, 0, MemorySegment.ofArray(values), 0, data.byteSize());
            case F64 -> fill(values, i -> (float) data.getAtIndex(DOUBLE, i));
            case F16 -> fill(values, i -> Float.float16ToFloat(data.getAtIndex(SHORT, i)));
            case BF16 -> fill(values, i -> Float.intBitsToFloat(data.getAtIndex(SHORT, i) << 16));
            case I64 -> fill(values, i -> data.getAtIndex(LONG, i));
            case I32 -> fill(values, i -> data.getAtIndex(INT, i));
            case I16 -> fill(values, i -> data.getAtIndex(SHORT, i));
            case I8 -> fill(values, i -> data.get(ValueLayout.JAVA_BYTE, i));
            case U8 -> fill(values, i -> data.get(ValueLayout.JAVA_BYTE, i) & 0xFF);
            case BOOL -> fill(values, i -> data.get(ValueLayout.JAVA_BYTE, i) == 0 ? 0 : 1);
        }
        return values;
    }

    @FunctionalInterface
    private interface Element {
        float at(int index);
    }

    private static void fill(float[] values, Element element) {
        for (int i = 0; i < values.length; i++) {
            values[i] = element.at(i);
        }
    }
}
