package dev.ocellus.engine.run;

/**
 * The value of one option in one configuration.
 *
 * @param option the option
 * @param requested what was asked for
 * @param effective what holds
 * @param why why the two differ or why the option has no effect here; empty if neither
 * @param source where the request comes from
 * @param used whether the option has an effect in this configuration
 */
public record Setting<T>(Option<T> option, T requested, T effective, String why, Source source, boolean used) {

    /** Whether what holds is something other than what was asked for. */
    public boolean changed() {
        return !requested.equals(effective);
    }

    Setting<T> effective(T value, String reason) {
        return value.equals(effective) ? this : new Setting<>(option, requested, value, reason, source, used);
    }

    Setting<T> unused(String reason) {
        return new Setting<>(option, requested, effective, reason, source, false);
    }
}
