package dev.ocellus.app.views;

import dev.ocellus.app.charts.Swatch;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ClassRow;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The classes with their colours and how many boxes each has; choosing one shows only its images. */
final class ClassList extends VBox {

    private final Texts texts;

    ClassList(DatasetViewModel model, Texts texts) {
        this.texts = texts;
        getStyleClass().add("card");
        Label title = new Label(texts.get("dataset.classes", model.classes().size()));
        title.getStyleClass().add("card-title");
        ListView<ClassRow> list = new ListView<>(model.classes());
        list.setId("class-list");
        list.getStyleClass().add("plain-list");
        list.setAccessibleText(texts.get("dataset.classes", model.classes().size()));
        list.setCellFactory(view -> new Cell());
        list.getSelectionModel()
                .selectedItemProperty()
                .subscribe(row -> model.images().classProperty().set(Optional.ofNullable(row)));
        model.images().classProperty().subscribe(chosen -> {
            if (chosen.isEmpty()) {
                list.getSelectionModel().clearSelection();
            }
        });
        VBox.setVgrow(list, Priority.ALWAYS);
        getChildren().addAll(Parts.row("tool-row", title), list);
    }

    /** Colour, name, count, and a bar as long as the class's share. */
    private final class Cell extends ListCell<ClassRow> {

        private final Swatch swatch = new Swatch(0);
        private final Label name = new Label();
        private final Label count = new Label();
        private final Region bar = new Region();
        private final VBox content;

        Cell() {
            count.getStyleClass().add("soft");
            count.setMinWidth(Region.USE_PREF_SIZE);
            name.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(name, Priority.ALWAYS);
            bar.getStyleClass().add("share-bar");
            StackPane track = new StackPane(bar);
            track.getStyleClass().add("share-track");
            content = new VBox(Parts.row("tool-row", swatch, name, count), track);
            content.getStyleClass().add("class-cell");
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(ClassRow row, boolean empty) {
            super.updateItem(row, empty);
            setGraphic(empty || row == null ? null : content);
            if (empty || row == null) {
                return;
            }
            swatch.setColour(row.index());
            Swatch.paint(bar, row.index());
            name.setText(row.name());
            count.setText(texts.formats().count(row.boxes()));
            StackPane track = (StackPane) bar.getParent();
            bar.maxWidthProperty().bind(track.widthProperty().multiply(row.share()));
            setAccessibleText(texts.get("dataset.class", row.name(), row.boxes()));
        }
    }
}
