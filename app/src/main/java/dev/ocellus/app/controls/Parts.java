package dev.ocellus.app.controls;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/** Small parts that are built alike everywhere. */
public final class Parts {

    private Parts() {}

    /** A panel with a title. */
    public static VBox card(String title, Node... content) {
        Label heading = new Label(title);
        heading.getStyleClass().add("card-title");
        VBox card = new VBox(heading);
        card.getChildren().addAll(content);
        card.getStyleClass().add("card");
        return card;
    }

    public static Button button(String text, Ikon icon, Runnable action) {
        Button button = new Button(text, new FontIcon(icon));
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(event -> action.run());
        return button;
    }

    /** A button that shows only an icon; its name is the tooltip and what a screen reader says. */
    public static Button iconButton(String name, Ikon icon, Runnable action) {
        Button button = new Button(null, new FontIcon(icon));
        button.getStyleClass().add("icon-button");
        button.setAccessibleText(name);
        button.setTooltip(new Tooltip(name));
        button.setOnAction(event -> action.run());
        return button;
    }

    /** A text that wraps and is never cut. */
    public static Label paragraph(String text, String... styles) {
        Label paragraph = new Label(text);
        paragraph.setWrapText(true);
        paragraph.setMinHeight(Region.USE_PREF_SIZE);
        paragraph.getStyleClass().addAll(styles);
        return paragraph;
    }

    public static HBox row(String style, Node... nodes) {
        HBox row = new HBox(nodes);
        row.getStyleClass().add(style);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /** Takes the room that is left in a row or column. */
    public static Region spring() {
        Region spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        VBox.setVgrow(spring, Priority.ALWAYS);
        return spring;
    }

    public static ScrollPane scroll(Node content) {
        ScrollPane scroll = new ScrollPane(content);
        scroll.setFitToWidth(true);
        scroll.setFitToHeight(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().addAll("edge-to-edge", "page-scroll");
        return scroll;
    }
}
