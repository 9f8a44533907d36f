package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class Float32Test {

    @Test
    void everyHalfKeepsItsValue() {
        ByteBuffer halves = bytes(65536 * 2);
        for (int bits = 0; bits < 65536; bits++) {
            halves.putShort((short) bits);
        }
        float[] values = values(DType.F16, halves);
        for (int bits = 0; bits < 65536; bits++) {
            assertEquals(half(bits), values[bits], "bits " + Integer.toHexString(bits));
        }
    }

    /** By the definition of the format: sign, five bits of exponent with bias 15, ten of fraction. */
    private static float half(int bits) {
        int exponent = bits >> 10 & 31;
        int fraction = bits & 1023;
        double magnitude = exponent == 0
                ? fraction * 0x1p-24
                : exponent < 31
                        ? (1024 + fraction) * Math.pow(2, exponent - 25)
                        : fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        return (float) ((bits & 0x8000) == 0 ? magnitude : -magnitude);
    }

    @Test
    void bfloat16IsTheUpperHalfOfAFloat() {
        ByteBuffer data = bytes(10);
        for (int bits : new int[] {0x3F80, 0xC040, 0x0001, 0x7F80, 0x8000}) {
            data.putShort((short) bits);
        }
        float[] expected = {1, -3, 0x1p-133f, Float.POSITIVE_INFINITY, -0f};
        assertArrayEquals(expected, values(DType.BF16, data));
    }

    @Test
    void integersAndBooleansBecomeNumbers() {
        assertArrayEquals(
                new float[] {-2, 3}, values(DType.I64, bytes(16).putLong(-2).putLong(3)));
        assertArrayEquals(
                new float[] {-2, 3}, values(DType.I32, bytes(8).putInt(-2).putInt(3)));
        assertArrayEquals(
                new float[] {-2, 3},
                values(DType.I16, bytes(4).putShort((short) -2).putShort((short) 3)));
        assertArrayEquals(
                new float[] {-2, 3}, values(DType.I8, bytes(2).put((byte) -2).put((byte) 3)));
        assertArrayEquals(
                new float[] {254, 3}, values(DType.U8, bytes(2).put((byte) -2).put((byte) 3)));
        assertArrayEquals(
                new float[] {1, 0}, values(DType.BOOL, bytes(2).put((byte) 1).put((byte) 0)));
        assertArrayEquals(
                new float[] {0.1f, 1e-40f},
                values(DType.F64, bytes(16).putDouble(0.1).putDouble(1e-40)));
        assertArrayEquals(
                new float[] {0.5f, -7},
                values(DType.F32, bytes(8).putFloat(0.5f).putFloat(-7)));
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static float[] values(DType type, ByteBuffer data) {
        int elements = data.capacity() / type.bytes();
        return Float32.values(
                new HostTensor(new TensorSpec(Shape.of(elements), type), MemorySegment.ofBuffer(data.rewind())));
    }
}
