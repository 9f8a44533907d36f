package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.NearestName;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The command line: {@code ocellus COMMAND [key=value | --key value | --flag] …}. */
public final class Main {

    private Main() {}

    /** Runs a command line and ends the process with its exit code. */
    public static void main(String[] words) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // scripts read the same numbers in every country
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

    /**
     * Reports a fault to the console as a subcommand would: for a launcher that can open no window.
     *
     * @return the exit code
     */
    public static int fail(Throwable thrown) {
        Console console = new Console(System.out, System.err, false, false, false);
        return Faults.report(thrown, console, System.getenv("OCELLUS_DEBUG") != null);
    }

    private static int dispatch(List<String> words, List<Command> commands, Console console) throws Exception {
        if (words.isEmpty() || List.of("--help", "-h").contains(words.getFirst())) {
            console.out().println(Help.overview(commands));
            return words.isEmpty() ? StudioException.Kind.USAGE.exitCode() : 0;
        }
        if (words.getFirst().equals("help")) {
            List<String> topic = words.subList(1, words.size());
            console.out().println(topic.isEmpty() ? Help.overview(commands) : Help.of(find(topic, commands)));
            return 0;
        }
        Command command = find(words.getFirst().equals("--version") ? List.of("version") : words, commands);
        int length = command.name().split(" ").length;
        Request request = Parser.parse(command, words.subList(length, words.size()));
        Request.Switches switches = request.switches();
        Console asked =
                new Console(console.out(), console.err(), switches.json(), switches.quiet(), console.terminal());
        if (switches.help()) {
            asked.result(Help.data(command), Help.of(command));
            return 0;
        }
        return command.action().run(request, asked);
    }

    /** The subcommand that the first words name; a name may be two words. */
    private static Command find(List<String> words, List<Command> commands) {
        String two = String.join(" ", words.subList(0, Math.min(2, words.size())));
        return commands.stream()
                .filter(command -> command.name().equals(words.getFirst())
                        || command.name().equals(two))
                .findFirst()
                .orElseThrow(() -> unknown(words.getFirst(), two, commands));
    }

    private static StudioException unknown(String word, String two, List<Command> commands) {
        List<String> names = commands.stream().map(Command::name).toList();
        List<String> longer =
                names.stream().filter(name -> name.startsWith(word + " ")).toList();
        String cure = !longer.isEmpty()
                ? "There are " + String.join(" and ", longer) + "."
                : NearestName.to(word, names)
                        .or(() -> NearestName.to(two, names))
                        .map("Did you mean %s?"::formatted)
                        .orElse("ocellus --help lists the commands.");
        return new StudioException(StudioException.Kind.USAGE, "There is no command %s.".formatted(word), cure);
    }
}
