package dev.ocellus.app.views;

import dev.ocellus.app.text.Texts;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.SplitCounts;
import dev.ocellus.engine.data.SplitName;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import javafx.geometry.HPos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What was found in each part of a dataset. */
final class SplitTable extends VBox {

    private record Row(String key, ToLongFunction<SplitCounts> count, boolean worrying) {}

    private static final List<Row> ROWS = List.of(
            new Row("usable", SplitCounts::usable, false),
            new Row("boxes", SplitCounts::boxes, false),
            new Row("background", SplitCounts::background, false),
            new Row("refused", SplitCounts::refused, true),
            new Row("rows", SplitCounts::refusedRows, true));

    SplitTable(Dataset dataset, Texts texts) {
        getStyleClass().add("card");
        Label title = new Label(texts.get("dataset.counts"));
        title.getStyleClass().add("card-title");
        GridPane grid = new GridPane();
        grid.getStyleClass().add("count-grid");
        ColumnConstraints names = new ColumnConstraints();
        names.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().add(names);
        int column = 1;
        for (Map.Entry<SplitName, SplitCounts> split : dataset.counts().entrySet()) {
            ColumnConstraints numbers = new ColumnConstraints();
            numbers.setHalignment(HPos.RIGHT);
            grid.getColumnConstraints().add(numbers);
            grid.add(styled(split.getKey().key(), "soft"), column++, 0);
        }
        for (int i = 0; i < ROWS.size(); i++) {
            addRow(grid, i + 1, ROWS.get(i), dataset, texts);
        }
        getChildren().addAll(title, grid);
    }

    private static void addRow(GridPane grid, int line, Row row, Dataset dataset, Texts texts) {
        Label name = styled(texts.get("counts." + row.key()), "soft");
        name.setTooltip(new Tooltip(texts.get("counts." + row.key() + ".hint")));
        grid.add(name, 0, line);
        int column = 1;
        for (SplitCounts counts : dataset.counts().values()) {
            long count = row.count().applyAsLong(counts);
            Label number = styled(texts.formats().count(count), row.worrying() && count > 0 ? "bad" : "strong");
            grid.add(number, column++, line);
        }
    }

    private static Label styled(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }
}
