package dev.ocellus.engine.cli;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.eval.ClassMetrics;
import dev.ocellus.engine.eval.OperatingPoint;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.ValidationOptions;
import dev.ocellus.engine.train.Devices;
import dev.ocellus.engine.train.TrainedModel;
import dev.ocellus.engine.train.ValidationJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ocellus val}: measures trained weights on a dataset. */
final class ValCommand {

    private ValCommand() {}

    static int run(Request request, Console console) throws InterruptedException {
        RunConfig asked = Devices.resolve(request.configuration());
        try (Backend backend = Devices.open(asked);
                TrainedModel trained =
                        TrainedModel.open(asked.get(ModelOptions.WEIGHTS).orElseThrow(), backend);
                Meter meter = console.meter()) {
            trained.remarks().forEach(console::note);
            RunConfig config = trained.atItsSize(asked);
            ValidationJob.Result result = ValidationJob.run(
                    config,
                    backend,
                    trained,
                    meter,
                    problem -> meter.line(problem.place() + ": " + problem.message()),
                    new Cancellation());
            meter.clear();
            console.result(data(config, trained, result), text(config, result));
        }
        return 0;
    }

    private static Map<String, @Nullable Object> data(
            RunConfig config, TrainedModel trained, ValidationJob.Result result) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("weights", ModelOptions.WEIGHTS.type().plain(config.get(ModelOptions.WEIGHTS)));
        data.put("model", trained.model().family() + trained.model().size());
        data.put("data", DataOptions.DATA.type().plain(config.get(DataOptions.DATA)));
        data.put("split", config.get(ValidationOptions.SPLIT));
        data.put("imgsz", ModelOptions.IMGSZ.type().plain(config.get(ModelOptions.IMGSZ)));
        data.put("images", result.images());
        data.put("metrics", result.metrics().scalars());
        data.put("operating_confidence", result.metrics().operating().confidence());
        List<String> names = result.dataset().classNames();
        data.put(
                "per_class",
                result.metrics().perClass().stream()
                        .map(row -> data(names.get(row.average().cls()), row))
                        .toList());
        return data;
    }

    private static Map<String, @Nullable Object> data(String name, ClassMetrics row) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("class", row.average().cls());
        data.put("name", name);
        data.put("objects", row.average().objects());
        data.put("AP", row.average().ap());
        data.put("AP50", row.average().ap50());
        data.put("AP75", row.average().ap75());
        data.put("AR", row.average().ar());
        data.put("precision", row.operating().precision());
        data.put("recall", row.operating().recall());
        data.put("f1", row.operating().f1());
        return data;
    }

    private static String text(RunConfig config, ValidationJob.Result result) {
        StringBuilder text =
                new StringBuilder("%d images of %s at %s px; precision, recall and F1 at confidence %.2f%n%n"
                        .formatted(
                                result.images(),
                                config.get(ValidationOptions.SPLIT),
                                config.get(ModelOptions.IMGSZ),
                                result.metrics().operating().confidence()));
        text.append("%-20s%9s%10s%8s%11s%8s%8s%n"
                .formatted("class", "objects", "mAP50-95", "mAP50", "precision", "recall", "F1"));
        long objects = 0;
        for (ClassMetrics row : result.metrics().perClass()) {
            objects += row.average().objects();
            String name = result.dataset().classNames().get(row.average().cls());
            line(
                    text,
                    name,
                    row.average().objects(),
                    row.average().ap(),
                    row.average().ap50(),
                    row.operating());
        }
        line(
                text,
                "all",
                objects,
                result.metrics().coco().ap(),
                result.metrics().coco().ap50(),
                result.metrics().operating());
        return text.toString().stripTrailing();
    }

    private static void line(
            StringBuilder text, String name, long objects, double ap, double ap50, OperatingPoint point) {
        text.append("%-20s%9d%10s%8s%11.4f%8.4f%8.4f%n"
                .formatted(
                        DatasetReport.shorten(name),
                        objects,
                        number(ap),
                        number(ap50),
                        point.precision(),
                        point.recall(),
                        point.f1()));
    }

    /** A number that the images cannot tell is −1 in the benchmark. */
    private static String number(double value) {
        return value < 0 ? "-" : "%.4f".formatted(value);
    }
}
