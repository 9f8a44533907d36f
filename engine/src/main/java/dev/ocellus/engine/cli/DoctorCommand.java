package dev.ocellus.engine.cli;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.DatasetVerifier;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.DoctorOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.train.EngineThreads;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** {@code ocellus doctor}: says what there is and what is wrong with it. */
final class DoctorCommand {

    private DoctorCommand() {}

    static int run(Request request, Console console) {
        RunConfig config = request.configuration();
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        if (config.get(DoctorOptions.MACHINE)) {
            MachineReport machine = MachineReport.here();
            data.putAll(machine.data());
            text.append(machine.text());
        }
        Optional<Path> source = config.get(DataOptions.DATA);
        boolean sound = true;
        if (source.isPresent()) {
            Dataset dataset = examine(source.get(), config.get(DoctorOptions.DECODE), console);
            data.putAll(DatasetReport.data(dataset));
            text.append(text.isEmpty() ? "" : "\n\n").append(DatasetReport.text(dataset));
            sound = dataset.problems(Problem.Severity.ERROR).isEmpty();
        }
        console.result(data, text.toString());
        return sound ? 0 : StudioException.Kind.DATA.exitCode();
    }

    private static Dataset examine(Path source, boolean decode, Console console) {
        Cancellation never = new Cancellation();
        try (ExecutorService pool = EngineThreads.pool("doctor");
                Meter meter = console.meter()) {
            Dataset dataset = DatasetReader.read(source, pool, meter, never);
            return decode ? DatasetVerifier.verify(dataset, new ImageDecoder(), pool, meter, never) : dataset;
        }
    }

    static String mebibytes(long bytes) {
        return bytes < 0 ? "unknown" : (bytes >> 20) + " MiB";
    }
}
