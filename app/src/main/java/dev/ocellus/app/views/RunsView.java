package dev.ocellus.app.views;

import dev.ocellus.app.charts.Sparkline;
import dev.ocellus.app.controls.Confirmation;
import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.EmptyState;
import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Pulsing;
import dev.ocellus.app.controls.StateBadge;
import dev.ocellus.app.services.RunSummary;
import dev.ocellus.app.text.Formats;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.RunsViewModel;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/** All runs with their true states; opens, continues, shows and deletes them. */
public final class RunsView extends Page implements Pulsing {

    private static final int PULSES_BETWEEN_READS = 16;

    private final RunsViewModel model;
    private final Texts texts;
    private final Formats formats;
    private final DialogHost dialogs;
    private final TableView<RunSummary> table = new TableView<>();
    private int pulses;

    public RunsView(RunsViewModel model, Texts texts, Runnable configure, DialogHost dialogs) {
        super(texts.get("place.runs"));
        this.model = model;
        this.texts = texts;
        this.formats = texts.formats();
        this.dialogs = dialogs;
        setSubtitle(texts.get("runs.subtitle"));
        table.setId("runs");
        table.setItems(model.runs());
        model.runs().subscribe(this::selectOne);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getColumns().add(nameColumn());
        table.getColumns().add(stateColumn());
        table.getColumns().add(column("epochs", 84, run -> run, this::epochs));
        table.getColumns().add(column("best", 118, RunSummary::best, this::metric));
        table.getColumns().add(historyColumn());
        table.getColumns().add(column("duration", 98, RunSummary::duration, formats::duration));
        table.getColumns().add(column("updated", 150, RunSummary::updated, formats::date));
        table.setRowFactory(view -> row());
        table.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                selected(model::open);
            }
        });
        Button toForm = Parts.button(texts.get("training.empty.configure"), Feather.SLIDERS, configure);
        table.setPlaceholder(new EmptyState(Feather.LIST, texts.get("runs.none"), texts.get("home.runs.none"), toForm));
        VBox.setVgrow(table, Priority.ALWAYS);
        VBox content = new VBox(actions(), table);
        content.getStyleClass().add("stack");
        setContent(content);
        selectOne();
    }

    @Override
    public void pulse() {
        if (pulses++ % PULSES_BETWEEN_READS == 0) {
            model.refresh();
        }
    }

    private void selectOne() {
        if (table.getSelectionModel().isEmpty() && !model.runs().isEmpty()) {
            table.getSelectionModel().selectFirst();
        }
    }

    private HBox actions() {
        Button open = Parts.button(texts.get("runs.open"), Feather.ACTIVITY, () -> selected(model::open));
        Button resume = Parts.button(texts.get("runs.resume"), Feather.PLAY, () -> selected(model::resume));
        Button reveal = Parts.button(texts.get("runs.reveal"), Feather.FOLDER, () -> selected(model::reveal));
        Button delete = Parts.button(texts.get("runs.delete"), Feather.TRASH_2, () -> selected(this::askToDelete));
        open.setId("run-open");
        resume.setId("run-resume");
        delete.setId("run-delete");
        table.getSelectionModel().selectedItemProperty().subscribe(run -> {
            open.setDisable(run == null);
            reveal.setDisable(run == null);
            resume.setDisable(run == null || !run.state().resumable());
            delete.setDisable(run == null || !run.state().ended());
        });
        return Parts.row("tool-row", open, resume, Parts.spring(), reveal, delete);
    }

    private void selected(Consumer<RunSummary> action) {
        RunSummary run = table.getSelectionModel().getSelectedItem();
        if (run != null) {
            action.accept(run);
        }
    }

    private void askToDelete(RunSummary run) {
        Confirmation.ask(
                dialogs,
                texts.get("runs.delete.title", run.name()),
                texts.get("runs.delete.text", run.folder().toString()),
                texts.get("runs.delete.keep"),
                texts.get("runs.delete.do"),
                () -> model.delete(run));
    }

    private TableRow<RunSummary> row() {
        TableRow<RunSummary> row = new TableRow<>();
        row.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2 && row.getItem() != null) {
                model.open(row.getItem());
            }
        });
        return row;
    }

    private String epochs(RunSummary run) {
        return texts.get("runs.epochs", run.epoch(), run.epochs());
    }

    private String metric(double best) {
        return Double.isNaN(best) ? "–" : formats.decimal(best, 3);
    }

    private <T> TableColumn<RunSummary, T> column(
            String key, double width, Function<RunSummary, T> value, Function<T, String> text) {
        TableColumn<RunSummary, T> column = new TableColumn<>(texts.get("runs.column." + key));
        column.setPrefWidth(width);
        column.setMinWidth(width * 0.6);
        column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(value.apply(cell.getValue())));
        column.setCellFactory(view -> new TableCell<>() {
            @Override
            protected void updateItem(T item, boolean empty) {
                super.updateItem(item, empty);
                setText(empty || item == null ? null : text.apply(item));
            }
        });
        return column;
    }

    private TableColumn<RunSummary, RunSummary> nameColumn() {
        TableColumn<RunSummary, RunSummary> column = nodeColumn("name", 160, run -> {
            Label name = new Label(run.name());
            name.getStyleClass().add("strong");
            Label origin = new Label(texts.get("runs.of", run.model(), run.dataset()));
            origin.getStyleClass().add("soft");
            VBox lines = new VBox(name, origin);
            lines.setAlignment(Pos.CENTER_LEFT);
            return lines;
        });
        column.setSortable(true);
        column.setComparator(Comparator.comparing(RunSummary::name));
        return column;
    }

    private TableColumn<RunSummary, RunSummary> stateColumn() {
        return nodeColumn("state", 110, run -> {
            StateBadge badge = new StateBadge(texts);
            badge.set(run.state());
            return badge;
        });
    }

    private TableColumn<RunSummary, RunSummary> historyColumn() {
        return nodeColumn("history", 78, run -> {
            Sparkline line = new Sparkline();
            line.setValues(
                    run.history().stream().mapToDouble(Double::doubleValue).toArray());
            line.setAccessibleText(texts.get("chart.sentence", run.metric(), metric(run.best())));
            return line;
        });
    }

    private TableColumn<RunSummary, RunSummary> nodeColumn(
            String key, double width, Function<RunSummary, Node> picture) {
        TableColumn<RunSummary, RunSummary> column = column(key, width, run -> run, run -> "");
        column.setSortable(false);
        column.setCellFactory(view -> new TableCell<>() {
            @Override
            protected void updateItem(RunSummary run, boolean empty) {
                super.updateItem(run, empty);
                setGraphic(empty || run == null ? null : picture.apply(run));
            }
        });
        return column;
    }
}
