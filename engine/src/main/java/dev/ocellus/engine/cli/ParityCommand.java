package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.parity.Deviation;
import dev.ocellus.engine.parity.Parity;
import dev.ocellus.engine.parity.Spread;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.ParityOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.train.Devices;
import dev.ocellus.engine.train.Precision;
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
        DType activations = Precision.of(config).activations();
        try (Backend backend = Devices.open(config);
                Meter meter = console.meter()) {
            Parity.Report report = Parity.run(file, backend, activations, meter);
            meter.clear();
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("file", file.toAbsolutePath());
            data.put("device", backend.description());
            data.put("amp", activations == DType.F32 ? "off" : config.get(ComputeOptions.AMP_DTYPE));
            data.put("passed", report.passed());
            data.put(
                    "deviations",
                    report.deviations().stream().map(ParityCommand::data).toList());
            data.put("skipped", report.skipped());
            console.result(data, activations == DType.F32 ? text(report) : halfText(report));
            return report.passed() ? 0 : StudioException.Kind.RUNTIME.exitCode();
        }
    }

    /** Infinite limits, those that are not known, become null. */
    private static Map<String, @Nullable Object> data(Deviation deviation) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("case", deviation.subject());
        data.put("quantity", deviation.quantity());
        data.put("largest_relative_deviation", deviation.found().largest());
        data.put("limit", deviation.allowed().largest());
        data.put("median_relative_deviation", deviation.found().median());
        data.put("median_limit", deviation.allowed().median());
        data.put("autocast_largest", deviation.autocast().map(Spread::largest));
        data.put("autocast_median", deviation.autocast().map(Spread::median));
        data.put("passed", deviation.passed());
        data.put("where", deviation.where());
        return data;
    }

    private static String text(Parity.Report report) {
        String row = "%-" + width(report) + "s  %-26s%10s%10s  %s%n";
        StringBuilder text = new StringBuilder(row.formatted("case", "quantity", "largest", "limit", ""));
        for (Deviation deviation : report.deviations()) {
            text.append(row.formatted(
                    deviation.subject(),
                    deviation.quantity(),
                    number(deviation.found().largest()),
                    number(deviation.allowed().largest()),
                    remark(deviation)));
        }
        return text.append(end(report)).toString();
    }

    /** In half precision PyTorch's own deviations stand beside each figure. */
    private static String halfText(Parity.Report report) {
        String row = "%-" + width(report) + "s  %-26s%10s%10s%10s%10s  %s%n";
        StringBuilder text =
                new StringBuilder(row.formatted("case", "quantity", "largest", "autocast", "median", "autocast", ""));
        for (Deviation deviation : report.deviations()) {
            text.append(row.formatted(
                    deviation.subject(),
                    deviation.quantity(),
                    number(deviation.found().largest()),
                    deviation.autocast().map(spread -> number(spread.largest())).orElse(""),
                    number(deviation.found().median()),
                    deviation.autocast().map(spread -> number(spread.median())).orElse(""),
                    unknown(deviation) ? "no limit is known" : remark(deviation)));
        }
        return text.append(end(report)).toString();
    }

    private static int width(Parity.Report report) {
        return report.deviations().stream()
                .mapToInt(deviation -> deviation.subject().length())
                .max()
                .orElse(4);
    }

    private static String number(double deviation) {
        return "%.1e".formatted(deviation);
    }

    private static String remark(Deviation deviation) {
        return deviation.passed() ? "" : "FAILED at " + deviation.where();
    }

    private static String end(Parity.Report report) {
        StringBuilder text = new StringBuilder();
        report.skipped()
                .forEach(reason -> text.append("skipped ").append(reason).append('\n'));
        long unknown =
                report.deviations().stream().filter(ParityCommand::unknown).count();
        return text.append(report.passed() ? "All within their limits" : "Not all within their limits")
                .append(unknown == 0 ? "." : "; for %d no limit is known.".formatted(unknown))
                .toString();
    }

    private static boolean unknown(Deviation deviation) {
        return deviation.allowed().largest() == Double.POSITIVE_INFINITY;
    }
}
