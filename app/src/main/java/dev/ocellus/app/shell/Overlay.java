package dev.ocellus.app.shell;

import javafx.beans.value.ChangeListener;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/**
 * A dialog within the window: dims what is behind, keeps the keyboard inside, closes with Escape or a click beside it
 * and gives the focus back.
 */
final class Overlay extends StackPane {

    private @Nullable Node focusBefore;
    private final ChangeListener<Node> keepFocus = (scene, before, now) -> keepInside(now);

    Overlay() {
        getStyleClass().add("veil");
        setVisible(false);
        setAccessibleRole(AccessibleRole.DIALOG);
        addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
        addEventHandler(MouseEvent.MOUSE_PRESSED, event -> {
            if (event.getTarget() == this) {
                close();
            }
        });
    }

    void show(Region content, Pos place, String accessibleName, Node focused) {
        Scene scene = getScene();
        if (!isVisible()) {
            focusBefore = scene.getFocusOwner();
            scene.focusOwnerProperty().addListener(keepFocus);
        }
        content.getStyleClass().add("dialog-card");
        content.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        setAlignment(content, place);
        getChildren().setAll(content);
        setAccessibleText(accessibleName);
        setVisible(true);
        toFront();
        focused.requestFocus();
    }

    void close() {
        if (isVisible()) {
            getScene().focusOwnerProperty().removeListener(keepFocus);
            setVisible(false);
            getChildren().clear();
            if (focusBefore != null) {
                focusBefore.requestFocus();
            }
        }
    }

    private void keepInside(@Nullable Node now) {
        if (now != null && !isInside(now) && !getChildren().isEmpty()) {
            firstFocusable(getChildren().getFirst()).requestFocus();
        }
    }

    private boolean isInside(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at == this) {
                return true;
            }
        }
        return false;
    }

    private static Node firstFocusable(Node root) {
        return root.lookupAll("*").stream()
                .filter(node -> node.isFocusTraversable() && !node.isDisabled() && node.isVisible())
                .findFirst()
                .orElse(root);
    }
}
