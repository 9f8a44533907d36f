package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.Flag;
import dev.ocellus.engine.run.NearestName;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words after a subcommand: {@code key=value}, {@code --key=value}, {@code --key value}, {@code --flag},
 * {@code --no-flag}, a bare {@code flag}, and one operand.
 */
final class Parser {

    private enum Switch {
        HELP,
        JSON,
        QUIET,
        DEBUG
    }

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z][\\w-]*=.*", Pattern.DOTALL);
    private static final Set<String> TRUTH = Set.of("true", "false");

    private final Command command;
    private final Deque<String> words;
    private final List<Request.Given> given = new ArrayList<>();
    private final Set<Switch> switches = EnumSet.noneOf(Switch.class);
    private @Nullable Path config;
    private boolean operandSeen;

    private Parser(Command command, List<String> words) {
        this.command = command;
        this.words = new ArrayDeque<>(words);
    }

    /**
     * Reads the words after the name of the subcommand.
     *
     * @throws StudioException of kind USAGE if they make no sense
     */
    static Request parse(Command command, List<String> words) {
        Parser parser = new Parser(command, words);
        while (!parser.words.isEmpty()) {
            parser.word(parser.words.removeFirst());
        }
        Request.Switches switches = new Request.Switches(
                parser.switches.contains(Switch.HELP),
                parser.switches.contains(Switch.JSON),
                parser.switches.contains(Switch.QUIET),
                parser.switches.contains(Switch.DEBUG));
        return new Request(command, words, parser.given, Optional.ofNullable(parser.config), switches);
    }

    private void word(String word) {
        if (word.equals("-h")) {
            switches.add(Switch.HELP);
        } else if (word.startsWith("--") && word.length() > 2) {
            named(word.substring(2), word.indexOf('='));
        } else if (ASSIGNMENT.matcher(word).matches()) {
            int equals = word.indexOf('=');
            assign(word.substring(0, equals), word.substring(equals + 1));
        } else {
            bare(word);
        }
    }

    private void named(String word, int equals) {
        if (equals > 0) {
            assign(word.substring(0, equals - 2), word.substring(equals - 1));
        } else if (flag(word)) {
            String next = words.peekFirst();
            boolean valueFollows = next != null && TRUTH.contains(next.toLowerCase(Locale.ROOT));
            assign(word, valueFollows ? words.removeFirst() : "true");
        } else if (word.startsWith("no-") && flag(word.substring(3))) {
            assign(word.substring(3), "false");
        } else {
            boolean known = word.equals("config") || option(word).isPresent();
            if (known && words.isEmpty()) {
                throw usage(
                        "--%s needs a value.".formatted(word), "Write --%s VALUE or %s=VALUE.".formatted(word, word));
            }
            assign(word, words.isEmpty() ? "" : words.removeFirst());
        }
    }

    private void assign(String name, String value) {
        Switch universal = universal(name);
        if (universal != null) {
            if (new Flag().parse(value)) {
                switches.add(universal);
            }
        } else if (name.equals("config")) {
            config = Path.of(value);
        } else {
            Scope scope = command.scope()
                    .orElseThrow(() ->
                            usage("%s has no option %s.".formatted(command.name(), name), "It takes no options."));
            given.add(new Request.Given(Schema.find(scope, name).name(), value));
        }
    }

    private void bare(String word) {
        if (flag(word)) {
            assign(word, "true");
        } else if (command.operand().isPresent() && !operandSeen) {
            operandSeen = true;
            given.add(new Request.Given(command.operand().get().name(), word));
        } else {
            List<String> names = command.scope().map(Schema::of).orElse(List.of()).stream()
                    .map(Option::name)
                    .toList();
            throw usage(
                    "%s does not know what to do with %s.".formatted(command.name(), word),
                    NearestName.to(word, names)
                            .map("Did you mean %s=VALUE?"::formatted)
                            .orElse("Options are written key=value or --key value."));
        }
    }

    private boolean flag(String name) {
        return universal(name) != null
                || option(name).map(option -> option.type() instanceof Flag).orElse(false);
    }

    private static @Nullable Switch universal(String name) {
        for (Switch each : Switch.values()) {
            if (each.name().equalsIgnoreCase(name)) {
                return each;
            }
        }
        return null;
    }

    private Optional<Option<?>> option(String name) {
        return command.scope().flatMap(scope -> Schema.lookUp(scope, name));
    }

    private static StudioException usage(String message, String cure) {
        return new StudioException(StudioException.Kind.USAGE, message, cure);
    }
}
