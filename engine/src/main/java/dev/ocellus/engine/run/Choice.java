package dev.ocellus.engine.run;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One of a few names.
 *
 * @param names the names, in the order in which a person should see them
 * @param synonyms other spellings and the name each stands for
 */
public record Choice(List<String> names, Map<String, String> synonyms) implements OptionType<String> {

    /** Keeps copies. */
    public Choice {
        names = List.copyOf(names);
        synonyms = Map.copyOf(synonyms);
    }

    /** A choice without synonyms. */
    public static Choice of(String... names) {
        return new Choice(List.of(names), Map.of());
    }

    @Override
    public String parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        name = synonyms.getOrDefault(name, name);
        if (!names.contains(name)) {
            throw new IllegalArgumentException("not one of the names");
        }
        return name;
    }

    /** The name that a misspelt one most likely meant. */
    public Optional<String> nearest(String text) {
        return NearestName.to(text.strip().toLowerCase(Locale.ROOT), names);
    }

    @Override
    public String describe() {
        return "one of " + String.join(", ", names);
    }

    @Override
    public String placeholder() {
        return String.join("|", names);
    }
}
