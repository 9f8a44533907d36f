package dev.ocellus.engine.cli;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.data.ImageFiles;
import dev.ocellus.engine.data.image.UnreadableImageException;
import dev.ocellus.engine.eval.Detection;
import dev.ocellus.engine.eval.NonMaxSuppression;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.ValidationOptions;
import dev.ocellus.engine.train.Devices;
import dev.ocellus.engine.train.Predictor;
import dev.ocellus.engine.train.TrainedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ocellus predict}: finds objects in images. */
final class PredictCommand {

    private PredictCommand() {}

    static int run(Request request, Console console) {
        RunConfig asked = Devices.resolve(request.configuration());
        List<Path> images = ImageFiles.at(asked.get(ValidationOptions.SOURCE).orElseThrow());
        Path weights = asked.get(ModelOptions.WEIGHTS).orElseThrow();
        List<Predictor.Prediction> predictions = new ArrayList<>();
        List<UnreadableImageException> unreadable = new ArrayList<>();
        try (Backend backend = Devices.open(asked);
                TrainedModel trained = TrainedModel.open(weights, backend);
                Meter meter = console.meter()) {
            trained.remarks().forEach(console::note);
            RunConfig config = trained.atItsSize(asked);
            try (Predictor predictor =
                    new Predictor(backend, trained, config.get(ModelOptions.IMGSZ), suppression(config))) {
                for (Path image : images) {
                    try {
                        predictions.add(predictor.predict(image));
                    } catch (UnreadableImageException e) {
                        unreadable.add(e);
                        meter.line("error: " + e.getMessage());
                    }
                    meter.report("predicting", predictions.size() + unreadable.size(), images.size());
                }
            }
            meter.clear();
            console.result(
                    data(weights, config, trained, predictions, unreadable), text(trained.classNames(), predictions));
        }
        return unreadable.isEmpty() ? 0 : StudioException.Kind.DATA.exitCode();
    }

    private static NonMaxSuppression suppression(RunConfig config) {
        return new NonMaxSuppression(
                config.get(ValidationOptions.CONF),
                config.get(ValidationOptions.IOU),
                config.get(ValidationOptions.MAX_DET));
    }

    private static Map<String, @Nullable Object> data(
            Path weights,
            RunConfig config,
            TrainedModel trained,
            List<Predictor.Prediction> predictions,
            List<UnreadableImageException> unreadable) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("weights", weights.toAbsolutePath());
        data.put("model", trained.model().family() + trained.model().size());
        data.put("imgsz", ModelOptions.IMGSZ.type().plain(config.get(ModelOptions.IMGSZ)));
        data.put("classes", trained.classNames());
        data.put(
                "images",
                predictions.stream()
                        .map(prediction -> data(trained.classNames(), prediction))
                        .toList());
        data.put("unreadable", unreadable.stream().map(Throwable::getMessage).toList());
        return data;
    }

    private static Map<String, @Nullable Object> data(List<String> names, Predictor.Prediction prediction) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("file", prediction.image());
        data.put("width", prediction.width());
        data.put("height", prediction.height());
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (Detection object : prediction.objects()) {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>();
            plain.put("class", object.cls());
            plain.put("name", names.get(object.cls()));
            plain.put("confidence", object.score());
            plain.put("box", List.of(object.x(), object.y(), object.x() + object.w(), object.y() + object.h()));
            objects.add(plain);
        }
        data.put("objects", objects);
        return data;
    }

    private static String text(List<String> names, List<Predictor.Prediction> predictions) {
        StringBuilder text = new StringBuilder();
        for (Predictor.Prediction prediction : predictions) {
            text.append("%s  %dx%d  %d objects%n"
                    .formatted(
                            prediction.image(),
                            prediction.width(),
                            prediction.height(),
                            prediction.objects().size()));
            for (Detection object : prediction.objects()) {
                text.append("    %-20s %.3f  x %.0f-%.0f  y %.0f-%.0f%n"
                        .formatted(
                                names.get(object.cls()),
                                object.score(),
                                object.x(),
                                object.x() + object.w(),
                                object.y(),
                                object.y() + object.h()));
            }
        }
        return text.toString().stripTrailing();
    }
}
