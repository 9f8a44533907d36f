package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.Group;
import dev.ocellus.engine.run.ModelFamily;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Help texts, made from the schema. */
final class Help {

    private static final int COLUMN = 30;
    private static final int WIDTH = 100;

    private Help() {}

    /** What the program can do. */
    static String overview(List<Command> commands) {
        StringBuilder text = new StringBuilder("Usage: ocellus COMMAND [key=value | --key value | --flag] ...\n\n");
        commands.forEach(command -> entry(text, command.name(), command.summary()));
        text.append("\nocellus COMMAND --help lists the options of a command.\n\n");
        text.append(exitCodes());
        return text.toString();
    }

    /** Everything about one subcommand. */
    static String of(Command command) {
        StringBuilder text = new StringBuilder("Usage: ocellus " + command.name());
        command.operand()
                .ifPresent(operand -> text.append(" [").append(operand.name()).append(']'));
        text.append(" [key=value | --key value | --flag] ...\n\n")
                .append(command.summary())
                .append('\n');
        command.scope().ifPresent(scope -> options(text, scope));
        text.append("\nFor every command\n");
        if (command.scope().isPresent()) {
            entry(text, "config=FILE", "Take options from a YAML file; those of the command line go before.");
        }
        entry(text, "--json", "Write the result as one JSON object.");
        entry(text, "--quiet", "Write nothing but the result and faults.");
        entry(text, "--debug", "Show where a fault arose; so does OCELLUS_DEBUG=1.");
        entry(text, "--help", "This text; with --json the options as data.");
        return text.append('\n').append(exitCodes()).toString();
    }

    private static void options(StringBuilder text, Scope scope) {
        for (Group group : Group.values()) {
            List<Option<?>> options = Schema.of(scope).stream()
                    .filter(option -> option.group() == group)
                    .toList();
            if (!options.isEmpty()) {
                text.append('\n').append(group.title()).append('\n');
                options.forEach(option -> entry(text, key(option), explanation(option, scope)));
            }
        }
    }

    private static String key(Option<?> option) {
        return option.name() + "=" + option.type().placeholder();
    }

    private static <T> String explanation(Option<T> option, Scope scope) {
        List<String> notes = new ArrayList<>();
        String value = option.type().format(option.defaultFor(ModelFamily.YOLO9, scope));
        if (!value.isEmpty()) {
            notes.add("default " + value + (option.unit().isEmpty() ? "" : " " + option.unit()));
        }
        if (!option.applies().when().isEmpty()) {
            notes.add("used " + option.applies().when());
        }
        if (!option.aliases().isEmpty()) {
            notes.add("also " + String.join(", ", option.aliases()));
        }
        return option.help() + (notes.isEmpty() ? "" : " [" + String.join("; ", notes) + "]");
    }

    private static String exitCodes() {
        StringBuilder text = new StringBuilder("Exit codes: 0 done");
        for (StudioException.Kind kind : StudioException.Kind.values()) {
            text.append(", %d %s".formatted(kind.exitCode(), kind.name().toLowerCase(java.util.Locale.ROOT)));
        }
        return text.append(" fault, 130 interrupted.").toString();
    }

    /** Two columns; the second is wrapped, and starts on its own line if the first is too long. */
    private static void entry(StringBuilder text, String key, String explanation) {
        StringBuilder line = new StringBuilder("  " + key);
        if (line.length() >= COLUMN) {
            text.append(line).append('\n');
            line.setLength(0);
        }
        for (String word : explanation.split(" ")) {
            if (line.length() > COLUMN && line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line.setLength(0);
            }
            line.append(" ".repeat(Math.max(line.isEmpty() ? 0 : 1, COLUMN - line.length())));
            line.append(word);
        }
        text.append(line).append('\n');
    }

    /** The options of a subcommand as plain data. */
    static Map<String, @Nullable Object> data(Command command) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("command", command.name());
        data.put("summary", command.summary());
        data.put(
                "options",
                command.scope()
                        .map(scope -> Schema.of(scope).stream()
                                .map(option -> data(option, scope))
                                .toList())
                        .orElse(List.of()));
        return data;
    }

    private static <T> Map<String, @Nullable Object> data(Option<T> option, Scope scope) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", option.name());
        data.put("aliases", option.aliases());
        data.put("group", option.group().title());
        data.put("label", option.label());
        data.put("help", option.help());
        data.put("takes", option.type().describe());
        data.put("default", option.type().format(option.defaultFor(ModelFamily.YOLO9, scope)));
        data.put("unit", option.unit());
        data.put("used_only", option.applies().when());
        return data;
    }
}
