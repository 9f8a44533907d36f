package dev.ocellus.app.controls;

import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** Asks before something that cannot be undone. The buttons name what they do; the safe one has the keyboard. */
public final class Confirmation extends VBox {

    private Confirmation(String title, String text, Button... buttons) {
        getStyleClass().add("sheet");
        Label heading = new Label(title);
        heading.getStyleClass().add("dialog-title");
        HBox row = new HBox(buttons);
        row.getStyleClass().add("dialog-buttons");
        row.setAlignment(Pos.CENTER_RIGHT);
        getChildren().addAll(heading, Parts.paragraph(text), row);
    }

    /**
     * @param cancel name of the safe choice
     * @param doIt name of the other
     */
    public static void ask(DialogHost host, String title, String text, String cancel, String doIt, Runnable action) {
        Button safe = new Button(cancel);
        safe.setCancelButton(true);
        safe.setOnAction(event -> host.closeDialog());
        Button other = new Button(doIt);
        other.setId("confirm");
        other.getStyleClass().add("destructive");
        other.setOnAction(event -> {
            host.closeDialog();
            action.run();
        });
        host.showDialog(new Confirmation(title, text, safe, other), title, safe);
    }
}
