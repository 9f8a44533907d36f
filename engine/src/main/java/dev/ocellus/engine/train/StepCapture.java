package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.CaptureScope;
import dev.ocellus.engine.backend.Executable;
import dev.ocellus.engine.program.Segment;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each step whether it is enqueued call by call, recorded, or replayed. A segment of a program is recorded at its third
 * run; whatever is seen less often is not worth it. What a device refuses runs call by call for the rest of the run: never is a step
 * lost. Used by the thread that trains.
 */
final class StepCapture {
    /** Run at which a segment is recorded. */
    private static final int SIGHTINGS = 3;

    /** What happened to a step. */
    enum Outcome {
        /** Enqueued call by call. */
        EAGER,
        /** Recorded, then replayed. */
        CAPTURED,
        /** Replayed. */
        REPLAYED
    }

    private final Map<Executable, Map<Segment, Integer>> sightings = new WeakHashMap<>();
    private final Consumer<String> log;
    private @Nullable CaptureScope scope;

    /**
     * @param mode value of {@code cuda_graph}
     * @param log is told what was recorded or refused, and why
     */
    StepCapture(String mode, Consumer<String> log) {
        this.log = log;
        scope = switch (mode) {
            case "off" -> null;
            case "network" -> CaptureScope.NETWORK;
            default -> CaptureScope.STEP;
        };
    }

    /** Runs a segment. */
    Outcome run(Executable program, Segment segment) {
        CaptureScope wanted = scope;
        if (wanted == null || !program.capturable()) {
            program.run(segment);
            return Outcome.EAGER;
        }
        int seen = sightings
                .computeIfAbsent(program, key -> new EnumMap<>(Segment.class))
                .merge(segment, 1, Integer::sum);
        if (seen < SIGHTINGS) {
            program.run(segment);
            return Outcome.EAGER;
        }
        if (seen == SIGHTINGS && !capture(program, segment, wanted)) {
            program.run(segment);
            return Outcome.EAGER;
        }
        program.run(segment);
        return seen == SIGHTINGS ? Outcome.CAPTURED : Outcome.REPLAYED;
    }

    private boolean capture(Executable program, Segment segment, CaptureScope wanted) {
        try {
            Executable.Captured captured = program.capture(segment, wanted);
            log.accept("Recorded the %s as %d CUDA graph%s of %d nodes%s."
                    .formatted(
                            wanted == CaptureScope.STEP ? "step" : "network",
                            captured.recordings(),
                            captured.recordings() == 1 ? "" : "s",
                            captured.nodes(),
                            captured.eager() == 0
                                    ? ""
                                    : "; %d calls are still enqueued one by one".formatted(captured.eager())));
            return true;
        } catch (StudioException refused) {
            scope = null;
            log.accept("No CUDA graphs for the rest of this run: " + refused.getMessage());
            return false;
        }
    }
}
