package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Segments;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import dev.ocellus.app.viewmodels.ProblemFilter;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.Problem.Severity;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The problems of a dataset: what, in which file and line, and the cure. */
final class ProblemTable extends VBox {

    private static final Map<Severity, Ikon> ICONS = new EnumMap<>(Map.of(
            Severity.ERROR, Feather.X_CIRCLE, Severity.WARNING, Feather.ALERT_TRIANGLE, Severity.INFO, Feather.INFO));

    private final ProblemFilter filter;
    private final Texts texts;
    private final Path root;

    ProblemTable(DatasetViewModel model, Texts texts) {
        this.filter = model.problems();
        this.texts = texts;
        this.root = model.datasetProperty().get().orElseThrow().root();
        getStyleClass().add("card");
        filter.readAs(texts::translate);
        ListView<Problem> list = new ListView<>(filter.shown());
        list.setId("problems");
        list.getStyleClass().add("problem-list");
        list.setAccessibleText(texts.get("dataset.problems.name"));
        list.setPlaceholder(new Label(texts.get("problems.none")));
        list.setCellFactory(view -> new Cell());
        VBox.setVgrow(list, Priority.ALWAYS);
        TextField query = new TextField();
        query.setId("problem-filter");
        query.setPromptText(texts.get("problems.filter"));
        query.setAccessibleText(texts.get("problems.filter"));
        query.textProperty().bindBidirectional(filter.queryProperty());
        Button verify = Parts.button(texts.get("problems.verify"), Feather.CHECK_CIRCLE, model::verify);
        HBox.setHgrow(query, Priority.ALWAYS);
        getChildren().addAll(severities(), Parts.row("tool-row", query, verify), list);
    }

    private Segments severities() {
        Segments segments = new Segments();
        choice(segments, texts.get("problems.all", filter.all().size()), Optional.empty());
        for (Severity severity : Severity.values()) {
            choice(segments, texts.get("problems." + key(severity), filter.count(severity)), Optional.of(severity));
        }
        return segments;
    }

    private void choice(Segments segments, String name, Optional<Severity> severity) {
        String id = "severity-" + severity.map(ProblemTable::key).orElse("all");
        segments.add(id, name, () -> filter.severityProperty().set(severity))
                .setSelected(filter.severityProperty().get().equals(severity));
    }

    private static String key(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    /** The file as seen from the dataset, which is shorter. */
    private String place(Problem problem) {
        Path file = problem.file().startsWith(root) && !problem.file().equals(root)
                ? root.relativize(problem.file())
                : problem.file();
        return problem.line() > 0 ? texts.get("problems.line", file, problem.line()) : file.toString();
    }

    /** One problem on up to three lines. */
    private final class Cell extends ListCell<Problem> {

        private final FontIcon icon = new FontIcon();
        private final Label message = Parts.paragraph("", "strong");
        private final Label place = Parts.paragraph("", "mono");
        private final Label cure = Parts.paragraph("", "soft");
        private final HBox content;

        Cell() {
            VBox words = new VBox(message, place, cure);
            HBox.setHgrow(words, Priority.ALWAYS);
            content = new HBox(icon, words);
            content.getStyleClass().add("problem");
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(Problem problem, boolean empty) {
            super.updateItem(problem, empty);
            setGraphic(empty || problem == null ? null : content);
            content.getStyleClass().removeAll("error", "warning", "info");
            if (empty || problem == null) {
                return;
            }
            content.getStyleClass().add(key(problem.severity()));
            icon.setIconCode(ICONS.get(problem.severity()));
            message.setText(texts.translate(problem.message()));
            place.setText(place(problem));
            cure.setText(texts.translate(problem.cure()));
            cure.setManaged(!problem.cure().isEmpty());
            setAccessibleText(message.getText() + " " + place.getText() + " " + cure.getText());
        }
    }
}
