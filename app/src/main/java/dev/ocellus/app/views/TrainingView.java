package dev.ocellus.app.views;

import dev.ocellus.app.charts.ChartPanel;
import dev.ocellus.app.charts.Curve;
import dev.ocellus.app.controls.Columns;
import dev.ocellus.app.controls.EmptyState;
import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Pulsing;
import dev.ocellus.app.controls.StateBadge;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.TrainingViewModel;
import dev.ocellus.engine.run.RunState;
import java.util.Optional;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/** Watches a training: progress, curves, pace and log; pauses and stops it. */
public final class TrainingView extends Page implements Pulsing {

    private final TrainingViewModel model;
    private final StateBadge badge;
    private final TrainingStrip strip;
    private final ChartPanel losses;
    private final ChartPanel metrics;
    private final Button pause;
    private final Button proceed;
    private final Button stop;
    private final Node running;
    private final Node empty;

    public TrainingView(TrainingViewModel model, Texts texts, Runnable configure, Runnable openRuns) {
        super(texts.get("place.training"));
        this.model = model;
        badge = new StateBadge(texts);
        strip = new TrainingStrip(model, texts);
        losses = new ChartPanel(texts.get("training.losses"), texts.get("training.step"), texts);
        metrics = new ChartPanel(texts.get("training.metrics"), texts.get("training.epoch"), texts);
        pause = Parts.button(texts.get("training.pause"), Feather.PAUSE, model::pause);
        pause.setId("training-pause");
        proceed = Parts.button(texts.get("training.continue"), Feather.PLAY, model::proceed);
        proceed.setId("training-continue");
        stop = Parts.button(texts.get("training.stop"), Feather.SQUARE, model::stop);
        stop.setId("training-stop");
        addBeside(badge);
        addActions(pause, proceed, stop);

        follow(model.curves().losses(), losses);
        follow(model.curves().metrics(), metrics);
        Columns charts = new Columns(losses, metrics);
        VBox.setVgrow(charts, Priority.ALWAYS);
        charts.setMinHeight(215);
        LogPanel log = new LogPanel(model.log(), texts);
        log.setPrefHeight(210);
        log.setMinHeight(125);
        VBox content = new VBox(strip, charts, log);
        content.getStyleClass().add("stack");
        running = Parts.scroll(content);
        Button toForm = Parts.button(texts.get("training.empty.configure"), Feather.SLIDERS, configure);
        toForm.setDefaultButton(true);
        empty = new EmptyState(
                Feather.ACTIVITY,
                texts.get("training.empty.title"),
                texts.get("training.empty.text"),
                toForm,
                Parts.button(texts.get("training.empty.runs"), Feather.LIST, openRuns));
        model.stateProperty().subscribe(this::show);
        model.nameProperty().subscribe(name -> setTitle(name.isEmpty() ? texts.get("place.training") : name));
    }

    @Override
    public void pulse() {
        model.refresh();
        strip.update();
        losses.refresh();
        metrics.refresh();
    }

    private void show(Optional<RunState> state) {
        setContent(state.isPresent() ? running : empty);
        boolean active = state.isPresent() && !state.get().ended();
        boolean paused = state.filter(now -> now == RunState.PAUSED).isPresent();
        boolean stopping = state.filter(now -> now == RunState.STOPPING).isPresent();
        showIf(pause, active && !paused && !stopping);
        showIf(proceed, paused);
        showIf(stop, active && !stopping);
        showIf(badge, state.isPresent());
        state.ifPresent(badge::set);
    }

    private static void showIf(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    private static void follow(ObservableList<Curve> curves, ChartPanel panel) {
        curves.forEach(panel::add);
        curves.addListener((ListChangeListener<Curve>) change -> {
            while (change.next()) {
                if (change.wasRemoved()) {
                    panel.clear();
                    curves.forEach(panel::add);
                } else {
                    change.getAddedSubList().forEach(panel::add);
                }
            }
        });
    }
}
