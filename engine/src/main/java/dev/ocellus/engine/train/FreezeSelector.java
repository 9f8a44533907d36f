package dev.ocellus.engine.train;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Picks the parameters that a run leaves as they are. A selector is a number N (the first N groups of the network), or a
 * comma list, with or without brackets, of group indices, names, name prefixes and patterns with {@code *} and
 * {@code ?}.
 */
public final class FreezeSelector {

    private final List<String> groups;
    private final Collection<String> parameters;

    /**
     * @param groups prefixes of the network's groups in order, such as {@code backbone.conv0.}; a last dot does not matter
     * @param parameters full names of all trainable parameters
     */
    public FreezeSelector(List<String> groups, Collection<String> parameters) {
        this.groups = groups.stream().map(group -> group.replaceAll("\\.$", "")).toList();
        this.parameters = List.copyOf(parameters);
    }

    /**
     * Names of the frozen parameters, in the order of the network; empty for an empty selector.
     *
     * @throws StudioException of kind USAGE if a part matches nothing, an index is out of range, or nothing is left
     */
    public Set<String> frozen(String selector) {
        List<Predicate<String>> parts = new ArrayList<>();
        String text = selector.strip();
        boolean list = text.startsWith("[") || text.contains(",");
        if (!list && text.matches("\\d+")) {
            int count = index(text, groups.size());
            groups.subList(0, count).forEach(group -> parts.add(under(group)));
        } else if (!text.isEmpty()) {
            for (String part : text.replaceAll("^\\[|]$", "").split(",")) {
                parts.add(part(part.strip()));
            }
        }
        Set<String> frozen = new LinkedHashSet<>(parameters);
        frozen.removeIf(name -> parts.stream().noneMatch(part -> part.test(name)));
        if (!frozen.isEmpty() && frozen.size() == parameters.size()) {
            throw fault("freeze=%s leaves nothing to train.".formatted(selector), "Freeze fewer groups.");
        }
        return frozen;
    }

    private Predicate<String> part(String part) {
        if (part.matches("\\d+")) {
            return under(groups.get(index(part, groups.size() - 1)));
        }
        Predicate<String> matches = part.contains("*") || part.contains("?") ? glob(part) : named(part);
        if (parameters.stream().noneMatch(matches)) {
            String cure = NearestName.to(part, groups)
                    .map("Did you mean %s?"::formatted)
                    .orElse("The groups are " + String.join(", ", groups) + ".");
            throw fault("freeze: nothing in the network is named %s.".formatted(part), cure);
        }
        return matches;
    }

    /** A group by its last name ({@code elan1}), or any full name or prefix ({@code backbone}, {@code backbone.elan1}). */
    private Predicate<String> named(String part) {
        Predicate<String> matches = under(part);
        for (String group : groups) {
            if (group.endsWith("." + part)) {
                matches = matches.or(under(group));
            }
        }
        return matches;
    }

    private static Predicate<String> under(String prefix) {
        return name -> name.equals(prefix) || name.startsWith(prefix + ".");
    }

    private static Predicate<String> glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString()).asMatchPredicate();
    }

    private int index(String text, int most) {
        int index = text.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(text);
        if (index > most) {
            throw fault(
                    "freeze: %s is out of range; the network has %d groups.".formatted(text, groups.size()),
                    "The groups are " + String.join(", ", groups) + ".");
        }
        return index;
    }

    private static StudioException fault(String message, String cure) {
        return new StudioException(StudioException.Kind.USAGE, message, cure);
    }
}
