package dev.ocellus.app.controls;

import dev.ocellus.app.text.Texts;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Takes a folder or a {@code data.yaml} that is dropped on it and says, while one hovers, what will happen. */
public final class DropZone extends VBox {

    private static final PseudoClass WELCOME = PseudoClass.getPseudoClass("welcome");
    private static final PseudoClass REFUSED = PseudoClass.getPseudoClass("refused");

    private final Texts texts;
    private final Label words;

    public DropZone(Texts texts, Consumer<Path> dropped, Node... actions) {
        this.texts = texts;
        getStyleClass().add("drop-zone");
        setAlignment(Pos.CENTER);
        FontIcon icon = new FontIcon(Feather.DOWNLOAD);
        icon.getStyleClass().add("drop-icon");
        Label title = new Label(texts.get("drop.title"));
        title.getStyleClass().add("drop-title");
        words = Parts.paragraph(texts.get("drop.text"), "soft", "centred");
        words.setMaxWidth(420);
        HBox row = new HBox(actions);
        row.setAlignment(Pos.CENTER);
        row.getStyleClass().add("empty-actions");
        getChildren().addAll(icon, title, words, row);
        accept(this, dropped);
        setOnDragEntered(this::hover);
        setOnDragExited(event -> rest());
    }

    /** Makes any node take dropped datasets. */
    public static void accept(Node target, Consumer<Path> dropped) {
        target.addEventHandler(DragEvent.DRAG_OVER, event -> {
            if (dataset(event) != null) {
                event.acceptTransferModes(TransferMode.COPY);
            }
            event.consume();
        });
        target.addEventHandler(DragEvent.DRAG_DROPPED, event -> {
            Path path = dataset(event);
            event.setDropCompleted(path != null);
            if (path != null) {
                dropped.accept(path);
            }
            event.consume();
        });
    }

    private void hover(DragEvent event) {
        Path path = dataset(event);
        pseudoClassStateChanged(WELCOME, path != null);
        pseudoClassStateChanged(REFUSED, path == null);
        words.setText(
                path == null
                        ? texts.get("drop.refused")
                        : texts.get("drop.welcome", path.getFileName().toString()));
    }

    private void rest() {
        pseudoClassStateChanged(WELCOME, false);
        pseudoClassStateChanged(REFUSED, false);
        words.setText(texts.get("drop.text"));
    }

    private static @Nullable Path dataset(DragEvent event) {
        List<File> files = event.getDragboard().getFiles();
        if (files.size() != 1) {
            return null;
        }
        File file = files.getFirst();
        boolean yaml = file.getName().endsWith(".yaml") || file.getName().endsWith(".yml");
        return file.isDirectory() || yaml ? file.toPath() : null;
    }
}
