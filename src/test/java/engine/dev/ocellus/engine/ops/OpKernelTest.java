package dev.ocellus.engine.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.backend.StoreBuffer;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.program.Planner;
import dev.ocellus.engine.program.Program;
import dev.ocellus.engine.program.Segment;
import dev.ocellus.engine.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of a backend, forward and backward, against the plain loops of {@link Interpreter}. */
class OpKernelTest {
    private static final double TOLERANCE = 1e-5;

    static List<Arguments> cases() {
        List<Arguments> arguments = new ArrayList<>();
        for (OpCase opCase : OpCase.all()) {
            for (int threads = 1; threads <= 3; threads += 2) {
                arguments.add(Arguments.of(opCase, threads, false));
                arguments.add(Arguments.of(opCase, threads, true));
            }
        }
        return arguments;
    }

    @ParameterizedTest(name = "{0}, {1} threads, sliced {2}")
    @MethodSource("cases")
    void cpuAgreesWithTheReference(OpCase opCase, int threads, boolean sliced) {
        try (Backend backend =
                new CpuBackend(threads, Thread.ofPlatform().daemon().factory())) {
            check(backend, new OpRig(opCase, sliced));
        }
    }

    private static void check(Backend backend, OpRig rig) {
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
                    compare(output.getKey(), reference.get(output.getValue()), actual);
                }
            }
            for (Value value : rig.graph.values()) {
                Value.Binding binding = value.binding();
                if (binding != null) {
                    float[] actual = new float[(int) value.shape().elements()];
                    stores.get(binding.store()).read(binding.offset(), MemorySegment.ofArray(actual));
                    compare(value.toString(), reference.get(value), actual);
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

    private static void compare(String name, double[] expected, float[] actual) {
        double square = 0;
        for (double v : expected) {
            square += v * v;
        }
        double typical = Math.sqrt(square / expected.length);
        for (int i = 0; i < expected.length; i++) {
            double scale = Math.max(Math.abs(expected[i]), typical);
            assertEquals(expected[i], actual[i], TOLERANCE * scale, name + "[" + i + "]");
        }
    }
}
