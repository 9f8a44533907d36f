package dev.ocellus.engine.train;

import dev.ocellus.engine.graph.Scaler;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of dynamic loss scaling between two steps; see {@link Scaler}. Immutable.
 *
 * @param scale factor on the loss
 * @param goodUpdates updates since the scale last changed
 * @param skipped updates that were skipped because their gradients were not finite
 * @param done updates that were done
 */
public record LossScaling(float scale, long goodUpdates, long skipped, long done) {
    /** The state in which a run begins to scale. */
    static LossScaling start(long updatesDone) {
        return new LossScaling(Scaler.INITIAL_SCALE, 0, 0, updatesDone);
    }

    /** From the numbers of the scaler store. */
    static LossScaling of(float[] slots) {
        return new LossScaling(
                slots[Scaler.SCALE.ordinal()],
                (long) slots[Scaler.GOOD_UPDATES.ordinal()],
                (long) slots[Scaler.SKIPPED.ordinal()],
                (long) slots[Scaler.DONE.ordinal()]);
    }

    /** The numbers of the scaler store. */
    float[] slots() {
        float[] slots = new float[Scaler.SLOTS];
        slots[Scaler.SCALE.ordinal()] = scale;
        slots[Scaler.GOOD_UPDATES.ordinal()] = goodUpdates;
        slots[Scaler.SKIPPED.ordinal()] = skipped;
        slots[Scaler.DONE.ordinal()] = done;
        return slots;
    }

    /** As plain data. */
    Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("scale", (double) scale);
        plain.put("good_updates", goodUpdates);
        plain.put("skipped", skipped);
        plain.put("done", done);
        return plain;
    }

    /** From plain data; empty if it is something else. */
    static Optional<LossScaling> of(@Nullable Object plain) {
        if (plain instanceof Map<?, ?> map
                && map.get("scale") instanceof Number scale
                && scale.floatValue() > 0
                && Float.isFinite(scale.floatValue())
                && map.get("good_updates") instanceof Long good
                && map.get("skipped") instanceof Long skipped
                && map.get("done") instanceof Long done
                && Math.min(good, Math.min(skipped, done)) >= 0) {
            return Optional.of(new LossScaling(scale.floatValue(), good, skipped, done));
        }
        return Optional.empty();
    }

    /** One line for a person. */
    String summary() {
        return String.format(
                Locale.ROOT, "loss scale %s; %d of %d updates skipped by it so far", scale, skipped, skipped + done);
    }
}
