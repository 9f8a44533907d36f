package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.Machine;
import dev.ocellus.engine.run.ParityOptions;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.ValidationOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The subcommands of the engine. Their work is loaded when it is asked for. */
final class Commands {

    private Commands() {}

    static List<Command> all() {
        List<Command> commands = new ArrayList<>();
        commands.add(new Command(
                "train",
                "Train a model on a dataset.",
                Optional.of(Scope.TRAIN),
                Optional.of(DataOptions.DATA),
                (request, console) -> TrainCommand.run(request, console)));
        commands.add(new Command(
                "val",
                "Measure trained weights on a dataset.",
                Optional.of(Scope.VAL),
                Optional.of(DataOptions.DATA),
                (request, console) -> ValCommand.run(request, console)));
        commands.add(new Command(
                "predict",
                "Find objects in images (exit code 3 if one cannot be read).",
                Optional.of(Scope.PREDICT),
                Optional.of(ValidationOptions.SOURCE),
                (request, console) -> PredictCommand.run(request, console)));
        commands.add(new Command(
                "doctor",
                "Examine a dataset (exit code 3 if a part of it cannot be used), or this machine.",
                Optional.of(Scope.DOCTOR),
                Optional.of(DataOptions.DATA),
                (request, console) -> DoctorCommand.run(request, console)));
        commands.add(new Command(
                "bench step",
                "Time training steps on made-up images.",
                Optional.of(Scope.BENCH_STEP),
                Optional.empty(),
                (request, console) -> BenchStepCommand.run(request, console)));
        commands.add(new Command(
                "bench loader",
                "Time the loading of images: decoding, augmentation, batches.",
                Optional.of(Scope.BENCH_LOADER),
                Optional.of(DataOptions.DATA),
                (request, console) -> BenchLoaderCommand.run(request, console)));
        commands.add(new Command(
                "parity",
                "Compare a device with reference values (exit code 1 if it is off).",
                Optional.of(Scope.PARITY),
                Optional.of(ParityOptions.FILE),
                (request, console) -> ParityCommand.run(request, console)));
        commands.add(new Command("studio", "Open the window.", Optional.empty(), Optional.empty(), Commands::studio));
        commands.add(
                new Command("version", "Print the version.", Optional.empty(), Optional.empty(), Commands::version));
        return commands;
    }

    /** The launcher answers this word before the command line is asked; so this is a call without the launcher. */
    private static int studio(Request request, Console console) {
        throw new StudioException(
                StudioException.Kind.USAGE,
                "The window is not a part of the command line.",
                "Start it with bin/ocellus, or run dev.ocellus.app.Launcher.");
    }

    private static int version(Request request, Console console) {
        console.result(Map.of("version", Machine.version()), "ocellus " + Machine.version());
        return 0;
    }
}
