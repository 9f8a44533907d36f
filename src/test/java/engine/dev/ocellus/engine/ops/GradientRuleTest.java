package dev.ocellus.engine.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every gradient rule against central differences, both in double precision. */
class GradientRuleTest {
    private static final double STEP = 1e-5;
    private static final int SAMPLES = 5;

    static List<OpCase> cases() {
        return Stream.concat(OpCase.all().stream(), OpCase.half(DType.F16).stream())
                .filter(opCase -> opCase.operands().stream().anyMatch(o -> o.kind() == OpCase.Kind.TRAINED))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void agreesWithFiniteDifferences(OpCase opCase) {
        OpRig rig = new OpRig(opCase, false);
        Interpreter exact = rig.interpret(rig.operands.get(0), 0, 0);
        SplittableRandom random = new SplittableRandom(3);
        for (Value operand : rig.operands) {
            if (!rig.graph.needsGradient(operand)) {
                continue;
            }
            Value gradient = rig.autodiff.gradientOf(operand);
            assertNotNull(gradient, operand.name());
            for (int s = 0; s < SAMPLES; s++) {
                int element = random.nextInt((int) operand.shape().elements());
                double up = rig.weightedSum(rig.interpret(operand, element, STEP));
                double down = rig.weightedSum(rig.interpret(operand, element, -STEP));
                double expected = (up - down) / (2 * STEP);
                double actual = exact.get(gradient)[element];
                assertEquals(
                        expected, actual, 2e-6 * Math.max(1, Math.abs(expected)), operand.name() + "[" + element + "]");
            }
        }
    }
}
