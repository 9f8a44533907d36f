package dev.ocellus.engine.ops;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cuda.CudaDevices;
import dev.ocellus.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of the GPU, forward and backward, in float32 and both half types, against the plain loops of {@link Interpreter}. */
@Tag("gpu")
class CudaKernelTest {
    private static Backend backend;

    @BeforeAll
    static void open() {
        backend = CudaDevices.open(0, false);
    }

    @AfterAll
    static void close() {
        backend.close();
    }

    static List<Arguments> cases() {
        List<Arguments> arguments = new ArrayList<>();
        List<OpCase> cases = new ArrayList<>(OpCase.all());
        cases.addAll(OpCase.half(DType.F16));
        cases.addAll(OpCase.half(DType.BF16));
        for (OpCase opCase : cases) {
            arguments.add(Arguments.of(opCase, false));
            arguments.add(Arguments.of(opCase, true));
        }
        return arguments;
    }

    @ParameterizedTest(name = "{0}, sliced {1}")
    @MethodSource("cases")
    void theGpuAgreesWithTheReference(OpCase opCase, boolean sliced) {
        KernelCheck.check(backend, new OpRig(opCase, sliced));
    }
}
