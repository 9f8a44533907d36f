package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One key of a configuration: everything that the command line, the window's form, files, help and the run record need
 * to know about it. Immutable; compared by identity, since each exists once, as a constant.
 *
 * @param <T> type of its value
 */
public final class Option<T> {

    private final String name;
    private final OptionType<T> type;
    private final T base;
    private Group group = Group.OUTPUT;
    private List<String> aliases = List.of();
    private String unit = "";
    private String label = "";
    private String help = "";
    private Applies applies = Applies.ALWAYS;
    private Set<Scope> scopes = EnumSet.of(Scope.TRAIN);
    private final Map<ModelFamily, T> familyDefaults = new EnumMap<>(ModelFamily.class);
    private final Map<Scope, T> scopeDefaults = new EnumMap<>(Scope.class);

    private Option(String name, OptionType<T> type, T base) {
        this.name = name;
        this.type = type;
        this.base = base;
    }

    /** Starts a declaration with the value that holds where neither family nor scope has its own. */
    static <T> Declaration<T> named(String name, OptionType<T> type, T base) {
        return new Declaration<>(new Option<>(name, type, base));
    }

    /** The name in files and on the command line. */
    public String name() {
        return name;
    }

    /** Other names that are understood. */
    public List<String> aliases() {
        return aliases;
    }

    /** What values it takes. */
    public OptionType<T> type() {
        return type;
    }

    /** Section it is shown in. */
    public Group group() {
        return group;
    }

    /** Unit of the number, or empty. */
    public String unit() {
        return unit;
    }

    /** Short label in English. */
    public String label() {
        return label;
    }

    /** One or two sentences in English. */
    public String help() {
        return help;
    }

    /** When it has an effect. */
    public Applies applies() {
        return applies;
    }

    /** What it can be used for. */
    public Set<Scope> scopes() {
        return Set.copyOf(scopes);
    }

    /** Key of the label in the window's text bundles; the help text lies under this key and {@code .help}. */
    public String textKey() {
        return "option." + name;
    }

    /** The value that holds unless a person chooses another. A scope's own value goes before a family's. */
    public T defaultFor(ModelFamily family, Scope scope) {
        T ofFamily = familyDefaults.getOrDefault(family, base);
        return scopeDefaults.getOrDefault(scope, ofFamily);
    }

    /**
     * Reads a value.
     *
     * @throws StudioException of kind USAGE that names the option, the value and what is expected
     */
    public T parse(String text) {
        try {
            return type.parse(text);
        } catch (IllegalArgumentException e) {
            String meant = type instanceof Choice choice
                    ? choice.nearest(text).map("Did you mean %s? "::formatted).orElse("")
                    : "";
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "%s=%s is not valid.".formatted(name, text),
                    meant + "%s takes %s.".formatted(name, type.describe()),
                    e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** An option while its constant is being declared. */
    static final class Declaration<T> {

        private final Option<T> option;

        private Declaration(Option<T> option) {
            this.option = option;
        }

        Declaration<T> in(Group group, String label, String help) {
            option.group = group;
            option.label = label;
            option.help = help;
            return this;
        }

        Declaration<T> aliases(String... names) {
            option.aliases = List.of(names);
            return this;
        }

        Declaration<T> unit(String unit) {
            option.unit = unit;
            return this;
        }

        Declaration<T> scopes(Scope first, Scope... rest) {
            option.scopes = EnumSet.of(first, rest);
            return this;
        }

        Declaration<T> applies(Applies applies) {
            option.applies = applies;
            return this;
        }

        Declaration<T> of(ModelFamily family, T value) {
            option.familyDefaults.put(family, value);
            return this;
        }

        Declaration<T> of(Scope scope, T value) {
            option.scopeDefaults.put(scope, value);
            return this;
        }

        Option<T> declare() {
            return option;
        }
    }
}
