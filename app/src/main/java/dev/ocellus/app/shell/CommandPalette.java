package dev.ocellus.app.shell;

import dev.ocellus.app.commands.Command;
import dev.ocellus.app.commands.Commands;
import dev.ocellus.app.text.Texts;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Finds a command by a few letters of its name and runs it. */
final class CommandPalette extends VBox {

    private final TextField query = new TextField();
    private final ListView<Command> found = new ListView<>();
    private final Texts texts;
    private final Runnable close;

    CommandPalette(Commands commands, Texts texts, Runnable close) {
        this.texts = texts;
        this.close = close;
        getStyleClass().add("palette");
        query.setId("palette-query");
        query.setPromptText(texts.get("palette.prompt"));
        query.setAccessibleText(texts.get("palette.prompt"));
        found.setId("palette-list");
        found.setFocusTraversable(false);
        found.setPlaceholder(new Label(texts.get("palette.none")));
        found.setCellFactory(list -> new Row());
        found.setOnMouseClicked(event -> run());
        query.textProperty().subscribe(text -> {
            found.getItems().setAll(commands.find(text, texts));
            found.getSelectionModel().selectFirst();
        });
        query.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        getChildren().addAll(query, found);
    }

    TextField query() {
        return query;
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case DOWN -> found.getSelectionModel().selectNext();
            case UP -> found.getSelectionModel().selectPrevious();
            case ENTER -> run();
            default -> {
                return;
            }
        }
        found.scrollTo(found.getSelectionModel().getSelectedIndex());
        event.consume();
    }

    private void run() {
        Command chosen = found.getSelectionModel().getSelectedItem();
        if (chosen != null) {
            close.run();
            chosen.action().run();
        }
    }

    /** Icon, name and keys of a command. */
    private final class Row extends ListCell<Command> {

        @Override
        protected void updateItem(Command command, boolean empty) {
            super.updateItem(command, empty);
            if (empty || command == null) {
                setGraphic(null);
                setText(null);
                return;
            }
            Label name = new Label(texts.get(command.textKey()), new FontIcon(command.icon()));
            name.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(name, Priority.ALWAYS);
            HBox row = new HBox(name);
            if (command.keys() != null) {
                row.getChildren().add(Keys.chip(command.keys()));
            }
            row.getStyleClass().add("palette-row");
            setGraphic(row);
            setAccessibleText(texts.get(command.textKey()));
        }
    }
}
