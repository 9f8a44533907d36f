package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.NearestName;
import java.io.PrintStream;
import java.util.List;

/** The command line: {@code ocellus COMMAND [key=value | --key value | --flag] …}. */
public final class Main {

    private Main() {}

    /** Runs a command line and ends the process with its exit code. */
    public static void main(String[] words) {
        System.exit(run(List.of(words), System.out, System.err));
    }

    /**
     * Runs a command line.
     *
     * @param words the words after the name of the program
     * @param out takes the result
     * @param err takes progress and faults
     * @return 0 if all went well, otherwise the exit code of {@link StudioException.Kind}, or 130 after Ctrl-C
     */
    public static int run(List<String> words, PrintStream out, PrintStream err) {
        boolean terminal = Console.standardErrorIsTerminal();
        boolean debug = words.contains("--debug") || System.getenv("OCELLUS_DEBUG") != null;
        boolean json = words.contains("--json") || words.contains("json=true");
        Console console = new Console(out, err, json, words.contains("--quiet"), terminal);
        try {
            return dispatch(words, Commands.all(), console);
        } catch (Throwable thrown) {
            return Faults.report(thrown, console, debug);
        }
    }

    private static int dispatch(List<String> words, List<Command> commands, Console console) throws Exception {
        if (words.isEmpty() || List.of("--help", "-h").contains(words.getFirst())) {
            console.out().println(Help.overview(commands));
            return words.isEmpty() ? StudioException.Kind.USAGE.exitCode() : 0;
        }
        if (words.getFirst().equals("help")) {
            console.out().println(words.size() == 1 ? Help.overview(commands) : Help.of(find(words.get(1), commands)));
            return 0;
        }
        String name = words.getFirst().equals("--version") ? "version" : words.getFirst();
        Command command = find(name, commands);
        Request request = Parser.parse(command, words.subList(1, words.size()));
        Request.Switches switches = request.switches();
        Console asked =
                new Console(console.out(), console.err(), switches.json(), switches.quiet(), console.terminal());
        if (switches.help()) {
            asked.result(Help.data(command), Help.of(command));
            return 0;
        }
        return command.action().run(request, asked);
    }

    /** The subcommand of that name. */
    static Command find(String name, List<Command> commands) {
        return commands.stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StudioException(
                        StudioException.Kind.USAGE,
                        "There is no command %s.".formatted(name),
                        NearestName.to(
                                        name,
                                        commands.stream().map(Command::name).toList())
                                .map("Did you mean %s?"::formatted)
                                .orElse("ocellus --help lists the commands.")));
    }
}
