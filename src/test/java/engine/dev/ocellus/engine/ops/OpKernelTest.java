package dev.ocellus.engine.ops;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cpu.CpuBackend;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of a backend, forward and backward, against the plain loops of {@link Interpreter}. */
class OpKernelTest {
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
            KernelCheck.check(backend, new OpRig(opCase, sliced));
        }
    }
}
