package dev.ocellus.app.views;

import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.DropZone;
import dev.ocellus.app.controls.EmptyState;
import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Pulsing;
import dev.ocellus.app.faults.Fault;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import dev.ocellus.app.viewmodels.DatasetViewModel.Phase;
import dev.ocellus.app.viewmodels.HomeViewModel;
import dev.ocellus.app.viewmodels.SideWork;
import dev.ocellus.engine.data.Dataset;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/** A dataset: brought here, read, looked through. */
public final class DatasetView extends Page implements Pulsing {

    private final DatasetViewModel model;
    private final Texts texts;
    private final DatasetChooser chooser;
    private final HomeViewModel.Doors doors;
    private final DialogHost dialogs;
    private final ProgressBar bar = new ProgressBar();
    private final Label working = new Label();
    private final Button train;
    private final Button other;

    public DatasetView(
            DatasetViewModel model,
            Texts texts,
            DatasetChooser chooser,
            HomeViewModel.Doors doors,
            Runnable configure,
            DialogHost dialogs) {
        super(texts.get("place.dataset"));
        this.model = model;
        this.texts = texts;
        this.chooser = chooser;
        this.doors = doors;
        this.dialogs = dialogs;
        other = Parts.button(
                texts.get("dataset.other"),
                Feather.FOLDER,
                () -> chooser.folder(getScene().getWindow()));
        train = Parts.button(texts.get("dataset.train"), Feather.ARROW_RIGHT, configure);
        train.setId("dataset-train");
        train.setDefaultButton(true);
        addActions(other, train);
        model.phaseProperty().subscribe(this::show);
        model.datasetProperty().subscribe(dataset -> show(model.phaseProperty().get()));
    }

    @Override
    public void pulse() {
        model.refresh();
        Optional<SideWork> work = model.workProperty().get();
        bar.setProgress(work.map(SideWork::share).orElse(-1.0));
        working.setText(work.map(this::describe).orElse(""));
    }

    private void show(Phase phase) {
        boolean ready = phase == Phase.READY;
        train.setVisible(ready);
        other.setVisible(ready);
        Optional<Dataset> dataset = model.datasetProperty().get();
        setTitle(ready ? dataset.map(Dataset::name).orElse("") : texts.get("place.dataset"));
        setSubtitle(ready ? dataset.map(open -> open.source().toString()).orElse("") : "");
        setContent(
                switch (phase) {
                    case EMPTY -> empty();
                    case READING -> reading();
                    case FAILED -> failed(model.faultProperty().get().orElseThrow());
                    case READY -> new DatasetContent(model, texts, dialogs);
                });
    }

    private Node empty() {
        Button sample = Parts.button(texts.get("home.sample"), Feather.PLAY_CIRCLE, doors::openSample);
        sample.setDefaultButton(true);
        return new DropZone(texts, doors::openDataset, folderButton(), yamlButton(), sample);
    }

    private Node reading() {
        Label title = new Label(texts.get("dataset.reading"));
        title.getStyleClass().add("empty-title");
        bar.setMaxWidth(360);
        bar.setProgress(-1);
        working.getStyleClass().add("soft");
        Button cancel = Parts.button(texts.get("dialog.cancel"), Feather.X, model::cancel);
        cancel.setId("dataset-cancel");
        cancel.setCancelButton(true);
        VBox box = new VBox(title, bar, working, cancel);
        box.getStyleClass().addAll("card", "empty-state", "centred");
        return box;
    }

    private Node failed(Fault fault) {
        return new EmptyState(
                Feather.ALERT_TRIANGLE,
                texts.translate(fault.message()),
                texts.translate(fault.cure()) + "\n\n" + texts.get("fault.code", fault.code()),
                folderButton(),
                yamlButton());
    }

    private Button folderButton() {
        return Parts.button(
                texts.get("home.folder"),
                Feather.FOLDER,
                () -> chooser.folder(getScene().getWindow()));
    }

    private Button yamlButton() {
        return Parts.button(
                texts.get("home.yaml"),
                Feather.FILE_TEXT,
                () -> chooser.yaml(getScene().getWindow()));
    }

    private String describe(SideWork work) {
        String name = texts.has(work.message().key()) ? texts.get(work.message()) : work.name();
        return work.total() > 0 ? texts.get("training.side", name, work.done(), work.total()) : name;
    }
}
