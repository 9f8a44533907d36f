package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.parity.Deviation;
import dev.ocellus.engine.parity.Parity;
import dev.ocellus.engine.run.ParityOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.train.Devices;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ocellus parity}: compares a device with reference values. */
final class ParityCommand {

    private ParityCommand() {}

    static int run(Request request, Console console) {
        RunConfig config = Devices.resolve(request.configuration());
        Path file = config.get(ParityOptions.FILE).orElseThrow();
        try (Backend backend = Devices.open(config);
                Meter meter = console.meter()) {
            Parity.Report report = Parity.run(file, backend, meter);
            meter.clear();
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("file", file.toAbsolutePath());
            data.put("device", backend.description());
            data.put("passed", report.passed());
            data.put(
                    "deviations",
                    report.deviations().stream().map(ParityCommand::data).toList());
            data.put("skipped", report.skipped());
            console.result(data, text(report));
            return report.passed() ? 0 : StudioException.Kind.RUNTIME.exitCode();
        }
    }

    private static Map<String, @Nullable Object> data(Deviation deviation) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("case", deviation.subject());
        data.put("quantity", deviation.quantity());
        data.put("largest_relative_deviation", deviation.largest());
        data.put("limit", deviation.limit());
        data.put("passed", deviation.passed());
        data.put("where", deviation.where());
        return data;
    }

    private static String text(Parity.Report report) {
        int width = report.deviations().stream()
                .mapToInt(deviation -> deviation.subject().length())
                .max()
                .orElse(4);
        String row = "%-" + width + "s  %-26s%10s%10s  %s%n";
        StringBuilder text = new StringBuilder(row.formatted("case", "quantity", "largest", "limit", ""));
        for (Deviation deviation : report.deviations()) {
            text.append(row.formatted(
                    deviation.subject(),
                    deviation.quantity(),
                    "%.1e".formatted(deviation.largest()),
                    "%.1e".formatted(deviation.limit()),
                    deviation.passed() ? "" : "FAILED at " + deviation.where()));
        }
        report.skipped()
                .forEach(reason -> text.append("skipped ").append(reason).append('\n'));
        return text.append(report.passed() ? "All within their limits." : "Not all within their limits.")
                .toString();
    }
}
