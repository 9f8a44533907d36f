package dev.ocellus.app.controls;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/** What a view shows while it has nothing to show: what belongs here, and the way to get it. */
public final class EmptyState extends VBox {

    public EmptyState(Ikon icon, String title, String text, Node... actions) {
        getStyleClass().add("empty-state");
        setAlignment(Pos.CENTER);
        FontIcon image = new FontIcon(icon);
        image.getStyleClass().add("empty-icon");
        Label heading = new Label(title);
        heading.getStyleClass().add("empty-title");
        Label words = Parts.paragraph(text, "soft", "centred");
        words.setMaxWidth(460);
        HBox row = new HBox(actions);
        row.setAlignment(Pos.CENTER);
        row.getStyleClass().add("empty-actions");
        getChildren().addAll(image, heading, words, row);
    }
}
