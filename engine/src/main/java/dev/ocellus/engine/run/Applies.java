package dev.ocellus.engine.run;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * When an option has an effect.
 *
 * @param when the condition in words, as the end of the sentence "used only …"; empty if always
 * @param holds whether the condition holds in a configuration
 */
public record Applies(String when, Predicate<RunConfig> holds) {

    /** The option always has an effect. */
    public static final Applies ALWAYS = new Applies("", config -> true);

    /** Used only while another option has one of some values. */
    public static <T> Applies with(Option<T> other, List<T> values) {
        String names = values.stream().map(other.type()::format).collect(Collectors.joining(" or "));
        return new Applies("with " + other.name() + "=" + names, config -> values.contains(config.get(other)));
    }

    /** Used only while another number is in use and above zero. */
    public static Applies above0(Option<? extends Number> other) {
        return new Applies(
                "with " + other.name() + " above 0",
                config -> config.setting(other).used() && config.get(other).doubleValue() > 0);
    }
}
