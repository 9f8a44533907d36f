package dev.ocellus.engine.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;

/**
 * Runs a case on a backend and compares every result with the plain loops of {@link Interpreter}.
 *
 * <p>Arithmetic is float32 everywhere. What passes through a half type is rounded up to three times besides: as a result, as what was added
 * to it, and as a result that a gradient starts from; each time by at most half a unit of the last place, 2⁻¹¹ of a number in float16 and
 * 2⁻⁸ in bfloat16.
 */
final class KernelCheck {
    /** Relative to the number that is expected or to the root mean square of its tensor, whichever is larger. */
    private static final double TOLERANCE = 1e-5;

    private static final int ROUNDINGS = 3;

    private KernelCheck() {}

    static void check(Backend backend, OpRig rig) {
        Interpreter reference = rig.interpret(rig.operands.isEmpty() ? null : rig.operands.get(0), 0, 0);
        Program program = Planner.plan(rig.graph);
        Map<Store, StoreBuffer> stores = new EnumMap<>(Store.class);
        program.storeElements().forEach((store, elements) -> stores.put(store, backend.allocate(store, elements)));
        try (Executable executable = backend.compile(program, stores)) {
            rig.given.forEach((value, numbers) -> give(executable, stores, value, numbers));
            executable.run(Segment.ALL);
            for (Map.Entry<String, Value> output : rig.graph.outputs().entrySet()) {
                if (output.getValue().spec().dtype() == DType.F32) {
                    float[] actual = new float[(int) output.getValue().shape().elements()];
                    executable.read(output.getKey(), MemorySegment.ofArray(actual));
                    compare(output.getKey(), reference.get(output.getValue()), actual, tolerance(output.getValue()));
                }
            }
            for (Value value : rig.graph.values()) {
                Value.Binding binding = value.binding();
                if (binding != null) {
                    float[] actual = new float[(int) value.shape().elements()];
                    stores.get(binding.store()).read(binding.offset(), MemorySegment.ofArray(actual));
                    compare(value.toString(), reference.get(value), actual, tolerance(value));
                }
            }
        } finally {
            stores.values().forEach(StoreBuffer::close);
        }
    }

    private static void give(Executable executable, Map<Store, StoreBuffer> stores, Value value, double[] numbers) {
        Value.Binding binding = value.binding();
        MemorySegment bytes = MemorySegment.ofArray(new byte[(int) value.spec().bytes()]);
        for (int i = 0; i < numbers.length; i++) {
            switch (value.spec().dtype()) {
                case U8 -> bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (int) numbers[i]);
                case I32 -> bytes.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, (int) numbers[i]);
                default -> bytes.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, (float) numbers[i]);
            }
        }
        if (binding == null) {
            executable.write(value.name(), bytes);
        } else {
            stores.get(binding.store()).write(binding.offset(), bytes);
        }
    }

    private static double tolerance(Value value) {
        Node producer = value.producer();
        if (producer == null || !(producer.op() instanceof Cast)) {
            return TOLERANCE;
        }
        return switch (producer.input(0).spec().dtype()) {
            case F16 -> TOLERANCE + ROUNDINGS * 0x1p-11;
            case BF16 -> TOLERANCE + ROUNDINGS * 0x1p-8;
            default -> TOLERANCE;
        };
    }

    private static void compare(String name, double[] expected, float[] actual, double tolerance) {
        double square = 0;
        for (double v : expected) {
            square += v * v;
        }
        double typical = Math.sqrt(square / expected.length);
        for (int i = 0; i < expected.length; i++) {
            double scale = Math.max(Math.abs(expected[i]), typical);
            assertEquals(expected[i], actual[i], tolerance * scale, name + "[" + i + "]");
        }
    }
}
