package dev.ocellus.app.controls;

import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The frame that all views share: a title line with actions at its end, and the content below. */
public class Page extends VBox {

    private final Label title = new Label();
    private final Label subtitle = new Label();
    private final HBox beside = new HBox();
    private final HBox actions = new HBox();

    public Page(String titleText) {
        getStyleClass().add("page");
        title.setText(titleText);
        title.getStyleClass().add("page-title");
        title.setAccessibleRole(AccessibleRole.TEXT);
        title.setMinWidth(Region.USE_PREF_SIZE);
        subtitle.getStyleClass().add("page-subtitle");
        subtitle.setManaged(false);
        subtitle.setVisible(false);
        beside.getStyleClass().add("page-beside");
        beside.setAlignment(Pos.CENTER_LEFT);
        HBox line = new HBox(title, beside);
        line.setAlignment(Pos.CENTER_LEFT);
        line.getStyleClass().add("page-title-line");
        VBox names = new VBox(line, subtitle);
        names.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(names, Priority.ALWAYS);
        actions.getStyleClass().add("page-actions");
        actions.setAlignment(Pos.CENTER_RIGHT);
        actions.setMinWidth(Region.USE_PREF_SIZE);
        HBox head = new HBox(names, actions);
        head.getStyleClass().add("page-head");
        head.setMinHeight(Region.USE_PREF_SIZE);
        head.setAlignment(Pos.CENTER_LEFT);
        getChildren().add(head);
    }

    /** Sets the line below the title; an empty one takes no room. */
    public final void setSubtitle(String text) {
        subtitle.setText(text);
        subtitle.setManaged(!text.isEmpty());
        subtitle.setVisible(!text.isEmpty());
    }

    public final void setTitle(String text) {
        title.setText(text);
    }

    /** Puts nodes to the right of the title, such as a state. */
    public final void addBeside(Node... nodes) {
        beside.getChildren().addAll(nodes);
    }

    public final void addActions(Node... nodes) {
        actions.getChildren().addAll(nodes);
    }

    public final void setContent(Node content) {
        VBox.setVgrow(content, Priority.ALWAYS);
        if (getChildren().size() > 1) {
            getChildren().set(1, content);
        } else {
            getChildren().add(content);
        }
    }
}
