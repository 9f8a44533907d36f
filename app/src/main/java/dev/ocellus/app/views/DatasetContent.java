package dev.ocellus.app.views;

import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.Segments;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.Problem.Severity;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** What is in a dataset: counts and classes at the left; images, or problems, at the right. */
final class DatasetContent extends HBox {

    private final StackPane area = new StackPane();

    DatasetContent(DatasetViewModel model, Texts texts, DialogHost dialogs) {
        getStyleClass().add("columns");
        Dataset dataset = model.datasetProperty().get().orElseThrow();
        ClassList classes = new ClassList(model, texts);
        VBox.setVgrow(classes, Priority.ALWAYS);
        VBox left = new VBox(new SplitTable(dataset, texts), classes);
        left.getStyleClass().addAll("stack", "dataset-side");

        Node images = new ThumbnailGrid(model, texts, dialogs);
        Node problems = new ProblemTable(model, texts);
        Segments tabs = new Segments();
        tabs.add(
                        "dataset-images",
                        texts.get("dataset.images"),
                        () -> area.getChildren().setAll(images))
                .fire();
        tabs.add(
                "dataset-problems",
                problemTitle(model, texts),
                () -> area.getChildren().setAll(problems));
        HBox bar = new HBox(tabs);
        VBox right = new VBox(bar, area);
        right.getStyleClass().add("stack");
        VBox.setVgrow(area, Priority.ALWAYS);
        HBox.setHgrow(right, Priority.ALWAYS);
        getChildren().addAll(left, right);
    }

    private static String problemTitle(DatasetViewModel model, Texts texts) {
        long errors = model.problems().count(Severity.ERROR);
        long warnings = model.problems().count(Severity.WARNING);
        return texts.get("dataset.problems", errors + warnings);
    }
}
