package dev.ocellus.app.views;

import dev.ocellus.app.controls.Columns;
import dev.ocellus.app.controls.DropZone;
import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.StateBadge;
import dev.ocellus.app.services.Project;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.HomeViewModel;
import java.util.List;
import java.util.function.Function;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The first view: bring a dataset, try the sample, or go on where one was. */
public final class HomeView extends Page {

    private final HomeViewModel model;
    private final Texts texts;

    public HomeView(HomeViewModel model, Texts texts, DatasetChooser chooser) {
        super(texts.get("home.title"));
        this.model = model;
        this.texts = texts;
        setSubtitle(texts.get("home.subtitle"));

        Button folder = Parts.button(
                texts.get("home.folder"),
                Feather.FOLDER,
                () -> chooser.folder(getScene().getWindow()));
        Button yaml = Parts.button(
                texts.get("home.yaml"),
                Feather.FILE_TEXT,
                () -> chooser.yaml(getScene().getWindow()));
        DropZone drop = new DropZone(texts, model::open, folder, yaml);
        HBox.setHgrow(drop, Priority.ALWAYS);
        drop.setPrefWidth(100);
        HBox first = new HBox(drop, quickStart());
        first.getStyleClass().add("columns");

        VBox datasets =
                list(texts.get("home.datasets"), model.projects(), this::project, texts.get("home.datasets.none"));
        VBox runs = list(texts.get("home.runs"), model.latestRuns(), this::run, texts.get("home.runs.none"));
        VBox stack = new VBox(first, new Columns(datasets, runs));
        stack.getStyleClass().add("stack");
        setContent(Parts.scroll(stack));
    }

    private VBox quickStart() {
        VBox steps = new VBox();
        steps.getStyleClass().add("steps");
        for (int i = 1; i <= 3; i++) {
            Label number = new Label(Integer.toString(i));
            number.getStyleClass().add("step-number");
            Label words = Parts.paragraph(texts.get("home.step." + i));
            HBox.setHgrow(words, Priority.ALWAYS);
            steps.getChildren().add(Parts.row("step", number, words));
        }
        Button sample = Parts.button(texts.get("home.sample"), Feather.PLAY_CIRCLE, model::openSample);
        sample.setId("home-sample");
        sample.setDefaultButton(true);
        sample.setMaxWidth(Double.MAX_VALUE);
        VBox card = Parts.card(texts.get("home.start"), steps, Parts.spring(), sample);
        card.getStyleClass().add("quick-start");
        card.setMinWidth(300);
        card.setPrefWidth(360);
        return card;
    }

    private static <T> VBox list(String title, ObservableList<T> items, Function<T, Node> row, String none) {
        VBox rows = new VBox();
        rows.getStyleClass().add("rows");
        items.subscribe(() -> fill(rows, items, row, none));
        fill(rows, items, row, none);
        return Parts.card(title, rows);
    }

    private static <T> void fill(VBox rows, List<T> items, Function<T, Node> row, String none) {
        rows.getChildren().setAll(items.stream().map(row).toList());
        if (items.isEmpty()) {
            rows.getChildren().add(Parts.paragraph(none, "soft"));
        }
    }

    private Node project(Project project) {
        String sizes = project.missing()
                ? texts.get("home.missing")
                : texts.get("home.sizes", project.images(), project.classes());
        Button open = entry(project.name(), sizes, new FontIcon(Feather.IMAGE), new Label());
        open.setDisable(project.missing());
        open.setOnAction(event -> model.open(project.source()));
        open.setAccessibleHelp(project.source().toString());
        HBox.setHgrow(open, Priority.ALWAYS);
        Button forget =
                Parts.iconButton(texts.get("home.forget", project.name()), Feather.X, () -> model.forget(project));
        return Parts.row("entry-row", open, forget);
    }

    private Node run(RunSummary run) {
        StateBadge badge = new StateBadge(texts);
        badge.set(run.state());
        String best = Double.isNaN(run.best())
                ? texts.get("home.run.unmeasured", run.model())
                : texts.get(
                        "home.run.best",
                        run.model(),
                        run.metric(),
                        texts.formats().decimal(run.best(), 3));
        Button open = entry(run.name(), best, new FontIcon(Feather.ACTIVITY), badge);
        open.setOnAction(event -> model.openRun(run));
        return open;
    }

    private static Button entry(String name, String remark, Node icon, Label state) {
        Label title = new Label(name);
        title.getStyleClass().add("strong");
        Label below = new Label(remark);
        below.getStyleClass().add("soft");
        VBox words = new VBox(title, below);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox content = Parts.row("entry-content", icon, words, state);
        Button entry = new Button(null, content);
        entry.getStyleClass().add("entry");
        entry.setMaxWidth(Double.MAX_VALUE);
        entry.setAccessibleText(name + ", " + remark);
        content.prefWidthProperty().bind(entry.widthProperty().subtract(28));
        return entry;
    }
}
