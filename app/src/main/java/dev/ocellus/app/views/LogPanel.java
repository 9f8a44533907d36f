package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.services.LogLine;
import dev.ocellus.app.services.LogLine.Level;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.LogModel;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The log of a run with a filter; follows the end as long as the person has not scrolled away from it. */
final class LogPanel extends VBox {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

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
        ChoiceBox<Level> level = new ChoiceBox<>();
        level.getItems().setAll(Level.values());
        level.setAccessibleText(texts.get("log.level"));
        level.setConverter(new LevelNames(texts));
        level.valueProperty().bindBidirectional(model.leastProperty());
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
        getChildren().addAll(Parts.row("tool-row", title, Parts.spring(), query, level), lines);
    }

    /** One line: time, then text; coloured by its level. */
    private static final class Line extends ListCell<LogLine> {

        @Override
        protected void updateItem(LogLine line, boolean empty) {
            super.updateItem(line, empty);
            getStyleClass().removeAll("warn", "bad");
            if (empty || line == null) {
                setText(null);
                return;
            }
            setText(TIME.format(line.time()) + "  " + line.text());
            if (line.level() != Level.INFO) {
                getStyleClass().add(line.level() == Level.WARNING ? "warn" : "bad");
            }
        }
    }

    private static final class LevelNames extends StringConverter<Level> {

        private final Texts texts;

        LevelNames(Texts texts) {
            this.texts = texts;
        }

        @Override
        public String toString(Level level) {
            return level == null ? "" : texts.get("log.level." + level.name().toLowerCase(Locale.ROOT));
        }

        @Override
        public Level fromString(String name) {
            throw new UnsupportedOperationException("levels are chosen, not typed");
        }
    }
}
