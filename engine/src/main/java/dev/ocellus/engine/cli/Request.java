package dev.ocellus.engine.cli;

import dev.ocellus.engine.run.ConfigFile;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a command line asks for.
 *
 * @param command the subcommand
 * @param words all words of the command line, for the run record
 * @param given options in order
 * @param config a file with further options
 * @param switches switches that every subcommand knows
 */
record Request(Command command, List<String> words, List<Given> given, Optional<Path> config, Switches switches) {

    /** A value for an option. */
    record Given(String name, String value) {}

    /** What every subcommand knows. */
    record Switches(boolean help, boolean json, boolean quiet, boolean debug) {}

    /** The configuration: defaults, then the file, then the command line. */
    RunConfig configuration() {
        return builder(builder -> {}).build();
    }

    /** The configuration in the making; {@code before} sets what file and command line override. */
    RunConfig.Builder builder(Consumer<RunConfig.Builder> before) {
        RunConfig.Builder builder = RunConfig.builder(command.scope().orElseThrow());
        before.accept(builder);
        config.ifPresent(file -> ConfigFile.read(file, builder, Source.FILE));
        given.forEach(each -> builder.set(each.name(), each.value(), Source.COMMAND_LINE));
        return builder;
    }
}
