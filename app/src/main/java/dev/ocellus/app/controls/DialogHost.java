package dev.ocellus.app.controls;

import javafx.scene.Node;
import javafx.scene.layout.Region;

/** Shows dialogs within the window, one at a time. */
public interface DialogHost {

    /**
     * Shows a dialog in the middle of the window.
     *
     * @param name what a screen reader calls it
     * @param focused what gets the keyboard
     */
    void showDialog(Region dialog, String name, Node focused);

    void closeDialog();
}
