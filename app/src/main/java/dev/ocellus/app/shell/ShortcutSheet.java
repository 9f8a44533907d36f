package dev.ocellus.app.shell;

import dev.ocellus.app.commands.Command;
import dev.ocellus.app.commands.Commands;
import dev.ocellus.app.text.Texts;
import java.util.List;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Lists every key that works, from the commands themselves and for charts. */
final class ShortcutSheet extends VBox {

    private static final List<String> CHART_KEYS = List.of("zoom", "pan", "cross", "all");

    private final Button close;

    ShortcutSheet(Commands commands, Texts texts, Runnable onClose) {
        getStyleClass().add("sheet");
        Label title = new Label(texts.get("command.keys"));
        title.getStyleClass().add("dialog-title");
        GridPane grid = new GridPane();
        grid.getStyleClass().add("key-grid");
        ColumnConstraints names = new ColumnConstraints();
        names.setHgrow(Priority.ALWAYS);
        ColumnConstraints keys = new ColumnConstraints();
        keys.setHalignment(HPos.RIGHT);
        grid.getColumnConstraints().addAll(names, keys);
        int row = 0;
        for (Command command : commands.all()) {
            if (command.keys() != null) {
                add(grid, row++, texts.get(command.textKey()), Keys.chip(command.keys()));
            }
        }
        for (String key : CHART_KEYS) {
            Label chip = new Label(texts.get("keys.chart." + key + ".keys"));
            chip.getStyleClass().add("key-chip");
            add(grid, row++, texts.get("keys.chart." + key), chip);
        }
        close = new Button(texts.get("dialog.close"));
        close.setOnAction(event -> onClose.run());
        close.setDefaultButton(true);
        HBox buttons = new HBox(close);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        getChildren().addAll(title, grid, buttons);
    }

    Node closeButton() {
        return close;
    }

    private static void add(GridPane grid, int row, String name, Label chip) {
        grid.add(new Label(name), 0, row);
        grid.add(chip, 1, row);
    }
}
