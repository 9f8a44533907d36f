package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.LogLine;
import dev.ocellus.app.viewmodels.LogModel;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The log of a run with a filter; follows the end as long as the person has not scrolled away from it. */
final class LogPanel extends VBox {

    private static final PseudoClass MILESTONE = PseudoClass.getPseudoClass("milestone");

    private final Texts texts;
    private final ListView<LogLine> lines = new ListView<>();

    LogPanel(LogModel model, Texts texts) {
        this.texts = texts;
        getStyleClass().addAll("card", "log-panel");
        Label title = new Label(texts.get("log.title"));
        title.getStyleClass().add("card-title");
        TextField query = new TextField();
        query.setPromptText(texts.get("log.filter"));
        query.setAccessibleText(texts.get("log.filter"));
        query.setId("log-filter");
        query.setPrefColumnCount(18);
        query.textProperty().bindBidirectional(model.queryProperty());
        model.readAs(texts::translate);
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

    /** One line: time, then text; what ends an epoch stands out from the batches. */
    private final class Line extends ListCell<LogLine> {

        private final Label time = new Label();
        private final Label text = new Label();
        private final HBox content = Parts.row("log-line", time, text);

        Line() {
            time.getStyleClass().add("log-time");
            text.getStyleClass().add("log-text");
        }

        @Override
        protected void updateItem(LogLine line, boolean empty) {
            super.updateItem(line, empty);
            setGraphic(empty || line == null ? null : content);
            pseudoClassStateChanged(MILESTONE, line != null && line.milestone());
            if (empty || line == null) {
                return;
            }
            time.setText(line.time());
            time.setManaged(!line.time().isEmpty());
            text.setText(texts.translate(line.text()));
            setAccessibleText(line.time() + " " + text.getText());
        }
    }
}
