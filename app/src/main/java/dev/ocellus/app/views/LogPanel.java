package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.LogLine;
import dev.ocellus.app.viewmodels.LogModel;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The log of a run with a filter; follows the end as long as the person has not scrolled away from it. */
final class LogPanel extends VBox {

    private final ListView<LogLine> lines = new ListView<>();

    LogPanel(LogModel model, Texts texts) {
        getStyleClass().addAll("card", "log-panel");
        Label title = new Label(texts.get("log.title"));
        title.getStyleClass().add("card-title");
        TextField query = new TextField();
        query.setPromptText(texts.get("log.filter"));
        query.setAccessibleText(texts.get("log.filter"));
        query.setId("log-filter");
        query.setPrefColumnCount(18);
        query.textProperty().bindBidirectional(model.queryProperty());
        lines.setItems(model.shown());
        lines.setCellFactory(list -> new Line());
        lines.setPlaceholder(new Label(texts.get("log.empty")));
        lines.setAccessibleText(texts.get("log.title"));
        lines.getStyleClass().addAll("mono", "log-lines");
        VBox.setVgrow(lines, Priority.ALWAYS);
        model.shown().addListener((ListChangeListener<LogLine>) change -> {
            if (lines.getSelectionModel().isEmpty()) {
                lines.scrollTo(model.shown().size() - 1);
            }
        });
        getChildren().addAll(Parts.row("tool-row", title, Parts.spring(), query), lines);
    }

    /** One line: time, then text. */
    private static final class Line extends ListCell<LogLine> {

        @Override
        protected void updateItem(LogLine line, boolean empty) {
            super.updateItem(line, empty);
            setText(
                    empty || line == null
                            ? null
                            : line.time().isEmpty() ? line.text() : line.time() + "  " + line.text());
        }
    }
}
