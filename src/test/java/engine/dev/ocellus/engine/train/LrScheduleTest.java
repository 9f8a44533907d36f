package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten steps an epoch, ten epochs: N = 100, W = 20 (2 epochs), P = 30 (3 epochs); rate 0.1, start 0.02, least 0.01. */
class LrScheduleTest {

    private static LrSchedule schedule(String kind) {
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set("data", "data.yaml", Source.FORM)
                .set("epochs", "10", Source.FORM)
                .set("lr0", "0.1", Source.FORM)
                .set("min_lr_ratio", "0.1", Source.FORM)
                .set("warmup_epochs", "2", Source.FORM)
                .set("warmup_lr_start", "0.02", Source.FORM)
                .set("no_aug_epochs", "3", Source.FORM)
                .set("scheduler", kind, Source.FORM)
                .build();
        return new LrSchedule(config, 10);
    }

    @ParameterizedTest
    @CsvSource({
        "linear, 0, 0.02", // start
        "linear, 5, 0.04", // a quarter of the way from 0.02 to 0.1
        "linear, 20, 0.1", // full
        "linear, 60, 0.055", // half way down from 0.1 to 0.01
        "linear, 100, 0.01", // least
        "cos, 10, 0.06",
        "cos, 60, 0.055", // cosine of a right angle is 0
        "cos, 40, 0.0868198051533946", // 0.01 + 0.045 (1 + cos 45°)
        "cos, 100, 0.01",
        "constant, 10, 0.06",
        "constant, 99, 0.1",
        "flat_cosine, 10, 0.06",
        "flat_cosine, 69, 0.1", // flat until 70
        "flat_cosine, 85, 0.055", // middle of the tail
        "flat_cosine, 100, 0.01",
        "yoloxwarmcos, 10, 0.04", // 0.02 + 0.08 · (1/2)²
        "yoloxwarmcos, 45, 0.055", // middle between 20 and 70
        "yoloxwarmcos, 70, 0.01", // the plain epochs run at the least rate
        "yoloxwarmcos, 99, 0.01",
    })
    void followsItsFormula(String kind, long step, double rate) {
        assertEquals(rate, schedule(kind).learningRate(step), 1e-15);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.8", "10, 0.8685", "20, 0.937", "99, 0.937"})
    void momentumRisesDuringTheWarmUp(long step, double momentum) {
        assertEquals(momentum, schedule("linear").momentum(step), 1e-15);
    }

    @Test
    void withoutWarmUpTheFirstStepHasTheFullRate() {
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set("data", "data.yaml", Source.FORM)
                .set("warmup_epochs", "0", Source.FORM)
                .build();
        LrSchedule schedule = new LrSchedule(config, 7);
        assertEquals(0.01, schedule.learningRate(0));
        assertEquals(0.937, schedule.momentum(0));
        assertEquals(2100, schedule.steps());
    }

    @Test
    void theCosineTailOfAShortRunDoesNotReachIntoTheWarmUp() {
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set("data", "data.yaml", Source.FORM)
                .set("epochs", "4", Source.FORM)
                .set("scheduler", "flat_cosine", Source.FORM)
                .build(); // warm-up 3 epochs, plain epochs cut to 4
        LrSchedule schedule = new LrSchedule(config, 10);
        assertEquals(0.01, schedule.learningRate(30), 1e-15);
        assertEquals(0.5 * (0.01 + 0.0001), schedule.learningRate(35), 1e-15);
    }
}
