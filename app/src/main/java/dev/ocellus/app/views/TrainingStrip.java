package dev.ocellus.app.views;

import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.StatTile;
import dev.ocellus.app.text.Formats;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.PaceModel;
import dev.ocellus.app.viewmodels.RunProgress;
import dev.ocellus.app.viewmodels.SideWork;
import dev.ocellus.app.viewmodels.TrainingViewModel;
import dev.ocellus.engine.run.RunState;
import java.time.Duration;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The numbers of a training: how far, how long still, how good, how fast. */
final class TrainingStrip extends VBox {

    private final TrainingViewModel model;
    private final Texts texts;
    private final Formats formats;
    private final ProgressBar bar = new ProgressBar();
    private final Label where = new Label();
    private final Label eta = new Label();
    private final StatTile loss;
    private final StatTile metric;
    private final StatTile step;
    private final StatTile rate;
    private final StatTile wait;

    TrainingStrip(TrainingViewModel model, Texts texts) {
        this.model = model;
        this.texts = texts;
        this.formats = texts.formats();
        getStyleClass().addAll("card", "training-strip");
        setMinHeight(Region.USE_PREF_SIZE);
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setId("training-progress");
        eta.setId("training-eta");
        eta.setMinWidth(Region.USE_PREF_SIZE);
        eta.getStyleClass().add("strong");
        loss = tile("loss");
        metric = tile("metric");
        step = tile("step");
        rate = tile("rate");
        wait = tile("wait");
        HBox tiles = new HBox(loss, metric, step, rate, wait);
        tiles.getStyleClass().add("tiles");
        getChildren().addAll(Parts.row("split-row", where, Parts.spring(), eta), bar, tiles);
        update();
    }

    void update() {
        RunProgress progress = model.progressProperty().get();
        Optional<SideWork> side = model.sideWorkProperty().get();
        bar.setProgress(progress.steps() == 0 ? side.map(SideWork::share).orElse(progress.share()) : progress.share());
        where.setText(side.map(this::describe).orElseGet(() -> describe(progress)));
        eta.setText(remaining(progress));
        PaceModel pace = model.pace();
        loss.set(formats.compact(lastLoss()), "");
        showMetric();
        step.set(number(pace.stepMillisProperty().get(), " ms"), texts.get("training.tile.step.remark"));
        rate.set(number(pace.imagesPerSecondProperty().get(), ""), texts.get("training.tile.rate.remark"));
        double share = pace.waitShareProperty().get();
        wait.set(Double.isNaN(share) ? "–" : formats.percent(share), texts.get("training.tile.wait.remark"));
    }

    private String describe(SideWork work) {
        String name = texts.has(work.message().key()) ? texts.get(work.message()) : work.name();
        return work.total() > 0 ? texts.get("training.side", name, work.done(), work.total()) : name;
    }

    private String describe(RunProgress progress) {
        if (!model.liveProperty().get()) {
            return texts.get("training.epochs", progress.epoch(), progress.epochs());
        }
        return progress.steps() == 0
                ? texts.get("training.preparing")
                : texts.get("training.where", progress.epoch(), progress.epochs(), progress.step(), progress.steps());
    }

    private String remaining(RunProgress progress) {
        Optional<RunState> state = model.stateProperty().get();
        if (state.isEmpty() || state.get().ended()) {
            return "";
        }
        if (state.get() == RunState.PAUSED) {
            return texts.get("training.eta.paused");
        }
        if (Double.isNaN(progress.etaSeconds())) {
            return texts.get("training.eta.measuring");
        }
        long seconds = Math.max(1, Math.round(progress.etaSeconds()));
        return texts.get("training.eta", formats.duration(Duration.ofSeconds(seconds)));
    }

    private void showMetric() {
        Optional<Curve> main = model.curves().mainMetric();
        metric.set(
                main.map(curve -> formats.decimal(curve.best(), 3)).orElse("–"),
                main.map(curve -> texts.get("training.tile.metric.last", formats.decimal(curve.last(), 3)))
                        .orElse(texts.get("training.tile.metric.none")));
    }

    private double lastLoss() {
        return model.curves().losses().isEmpty()
                ? Double.NaN
                : model.curves().losses().getFirst().last();
    }

    private String number(double value, String unit) {
        return Double.isNaN(value) ? "–" : formats.compact(value) + unit;
    }

    private StatTile tile(String name) {
        return new StatTile(texts.get("training.tile." + name), texts.get("training.tile." + name + ".hint"));
    }
}
