package dev.ocellus.app.viewmodels;

import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Setting;
import dev.ocellus.engine.run.Source;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a configuration as the command that has the same effect. */
final class CommandLine {

    private CommandLine() {}

    static String of(RunConfig config) {
        return config.settings().stream()
                .filter(setting -> setting.source() != Source.DEFAULT)
                .map(CommandLine::word)
                .collect(Collectors.joining(
                        " ", "ocellus " + config.scope().name().toLowerCase(Locale.ROOT) + " ", ""));
    }

    private static <T> String word(Setting<T> setting) {
        String word = setting.option().name() + "=" + setting.option().type().format(setting.requested());
        return word.matches("[\\w./\\\\:,=+-]+") ? word : "\"" + word.replace("\"", "\\\"") + "\"";
    }
}
