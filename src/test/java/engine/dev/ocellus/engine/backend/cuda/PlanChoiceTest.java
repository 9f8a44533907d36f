package dev.ocellus.engine.backend.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.backend.cuda.PlanChoice.Knob;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanChoiceTest {
    static List<PlanChoice> choices() {
        return List.of(
                PlanChoice.OWN,
                new PlanChoice(38, List.of()),
                new PlanChoice(4_000_000_000L, List.of(new Knob(2, 7), new Knob(24, -1))));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void isReadAsItWasWritten(PlanChoice choice) {
        assertEquals(choice, PlanChoice.read(choice.bytes()));
    }
}
