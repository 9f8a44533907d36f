package dev.ocellus.app.views;

import dev.ocellus.app.charts.BoxedImage;
import dev.ocellus.app.charts.Swatch;
import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.services.ThumbnailService;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ImageEntry;
import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.ImageItem;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/** One image large, with its boxes and their classes; the arrow keys go to its neighbours. */
final class ImagePreview extends VBox {

    private static final int SIDE = 1_024;

    private final List<ImageEntry> entries;
    private final List<String> classNames;
    private final ThumbnailService thumbnails;
    private final Texts texts;
    private final BoxedImage picture = new BoxedImage();
    private final Label title = new Label();
    private final Label facts = new Label();
    private final FlowPane legend = new FlowPane();
    private final Button close;
    private int index;

    ImagePreview(
            List<ImageEntry> entries,
            ImageEntry first,
            List<String> classNames,
            ThumbnailService thumbnails,
            Texts texts,
            DialogHost dialogs) {
        this.entries = List.copyOf(entries);
        this.classNames = classNames;
        this.thumbnails = thumbnails;
        this.texts = texts;
        getStyleClass().addAll("sheet", "image-preview");
        title.getStyleClass().add("dialog-title");
        facts.getStyleClass().add("soft");
        legend.getStyleClass().add("preview-legend");
        close = Parts.iconButton(texts.get("dialog.close"), Feather.X, dialogs::closeDialog);
        Button before = Parts.iconButton(texts.get("images.before"), Feather.CHEVRON_LEFT, () -> go(-1));
        Button next = Parts.iconButton(texts.get("images.next"), Feather.CHEVRON_RIGHT, () -> go(1));
        VBox.setVgrow(picture, Priority.ALWAYS);
        getChildren().addAll(Parts.row("tool-row", title, facts, Parts.spring(), before, next, close), picture, legend);
        addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        show(this.entries.indexOf(first));
    }

    Node closeButton() {
        return close;
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case LEFT -> go(-1);
            case RIGHT -> go(1);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void go(int by) {
        show(Math.clamp((long) index + by, 0, entries.size() - 1));
    }

    private void show(int at) {
        index = at;
        ImageEntry entry = entries.get(at);
        ImageItem item = entry.item();
        title.setText(entry.name());
        facts.setText(texts.get(
                "images.facts",
                texts.get("split." + entry.split().key()),
                item.width(),
                item.height(),
                item.boxes().size()));
        Map<Integer, Long> counts =
                item.boxes().stream().collect(Collectors.groupingBy(Box::cls, TreeMap::new, Collectors.counting()));
        legend.getChildren().clear();
        counts.forEach((cls, count) -> legend.getChildren()
                .add(new Label(texts.get("images.legend", classNames.get(cls), count), new Swatch(cls))));
        picture.clear();
        thumbnails.load(item.image(), SIDE, thumbnail -> {
            if (index == at) {
                picture.show(thumbnail.width(), thumbnail.height(), thumbnail.pixels(), ThumbnailGrid.frames(item));
            }
        });
    }
}
