package dev.ocellus.app.views;

import dev.ocellus.app.charts.BoxedImage;
import dev.ocellus.app.charts.BoxedImage.Frame;
import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.services.Thumbnail;
import dev.ocellus.app.services.ThumbnailService;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.DatasetViewModel;
import dev.ocellus.app.viewmodels.ImageEntry;
import dev.ocellus.app.viewmodels.ImageFilter;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.SplitName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.controlsfx.control.GridCell;
import org.controlsfx.control.GridView;
import org.kordamp.ikonli.feather.Feather;

/** The images with their boxes. Only the cells in sight exist, and only their pictures are decoded. */
final class ThumbnailGrid extends VBox {

    private static final double GAP = 4;
    private static final double SCROLL_BAR = 20;
    private static final double CELL_WIDTH = 165;
    private static final double CELL_HEIGHT = 160;
    private static final int SIDE = 240;

    private final ThumbnailService thumbnails;
    private final Texts texts;
    private final ImageFilter filter;
    private final DialogHost dialogs;
    private final List<String> classNames;

    ThumbnailGrid(DatasetViewModel model, Texts texts, DialogHost dialogs) {
        this.thumbnails = model.thumbnails();
        this.texts = texts;
        this.filter = model.images();
        this.dialogs = dialogs;
        this.classNames = model.datasetProperty().get().orElseThrow().classNames();
        getStyleClass().addAll("card", "thumbnail-panel");
        GridView<ImageEntry> grid = new GridView<>(filter.shown());
        grid.setId("thumbnails");
        grid.setCellWidth(CELL_WIDTH);
        grid.setCellHeight(CELL_HEIGHT);
        grid.setHorizontalCellSpacing(GAP);
        grid.setVerticalCellSpacing(GAP);
        grid.widthProperty().subscribe(width -> {
            double columns = Math.max(1, Math.floor((width.doubleValue() - SCROLL_BAR) / (CELL_WIDTH + 2 * GAP)));
            grid.setCellWidth(Math.floor((width.doubleValue() - SCROLL_BAR) / columns) - 2 * GAP);
        });
        grid.setCellFactory(view -> new Cell());
        grid.setAccessibleText(texts.get("dataset.images"));
        VBox.setVgrow(grid, Priority.ALWAYS);
        getChildren().addAll(tools(), grid);
    }

    static List<Frame> frames(ImageItem item) {
        List<Frame> frames = new ArrayList<>();
        item.boxes().forEach(box -> frames.add(new Frame(box.left(), box.top(), box.right(), box.bottom(), box.cls())));
        return frames;
    }

    private Node tools() {
        ComboBox<Optional<SplitName>> split = new ComboBox<>();
        split.setId("split-filter");
        split.setAccessibleText(texts.get("images.split"));
        split.getItems().add(Optional.empty());
        for (SplitName part : SplitName.values()) {
            split.getItems().add(Optional.of(part));
        }
        split.setConverter(new SplitNames());
        split.valueProperty().bindBidirectional(filter.splitProperty());
        TextField query = new TextField();
        query.setPromptText(texts.get("images.filter"));
        query.setAccessibleText(texts.get("images.filter"));
        query.textProperty().bindBidirectional(filter.queryProperty());
        Label count = new Label();
        count.setId("image-count");
        count.getStyleClass().add("soft");
        filter.shown()
                .subscribe(() ->
                        count.setText(texts.get("images.count", filter.shown().size())));
        count.setText(texts.get("images.count", filter.shown().size()));
        var every = Parts.iconButton(texts.get("images.clear"), Feather.X, this::clear);
        every.disableProperty()
                .bind(filter.splitProperty()
                        .isEqualTo(Optional.empty())
                        .and(filter.classProperty().isEqualTo(Optional.empty()))
                        .and(filter.queryProperty().isEmpty()));
        return Parts.row("tool-row", split, query, every, Parts.spring(), count);
    }

    private void clear() {
        filter.splitProperty().set(Optional.empty());
        filter.classProperty().set(Optional.empty());
        filter.queryProperty().set("");
    }

    private void enlarge(ImageEntry entry) {
        ImagePreview preview = new ImagePreview(filter.shown(), entry, classNames, thumbnails, texts, dialogs);
        dialogs.showDialog(preview, entry.name(), preview.closeButton());
    }

    /** One image with its name. */
    private final class Cell extends GridCell<ImageEntry> {

        private final BoxedImage picture = new BoxedImage();
        private final Label name = new Label();
        private final VBox content = new VBox(picture, name);
        private Tasks.Ticket loading = Tasks.Ticket.DONE;

        Cell() {
            content.getStyleClass().add("thumbnail");
            name.getStyleClass().add("thumbnail-name");
            VBox.setVgrow(picture, Priority.ALWAYS);
            setFocusTraversable(true);
            setOnMouseClicked(event -> open());
            setOnKeyPressed(event -> {
                if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE) {
                    open();
                    event.consume();
                }
            });
        }

        private void open() {
            if (getItem() != null) {
                enlarge(getItem());
            }
        }

        @Override
        protected void updateItem(ImageEntry entry, boolean empty) {
            super.updateItem(entry, empty);
            loading.cancel();
            setGraphic(empty || entry == null ? null : content);
            if (empty || entry == null) {
                return;
            }
            picture.clear();
            name.setText(entry.name());
            int boxes = entry.item().boxes().size();
            setAccessibleText(texts.get("images.cell", entry.name(), boxes));
            loading = thumbnails.load(entry.item().image(), SIDE, thumbnail -> show(entry, thumbnail));
        }

        private void show(ImageEntry entry, Thumbnail thumbnail) {
            if (entry.equals(getItem())) {
                picture.show(thumbnail.width(), thumbnail.height(), thumbnail.pixels(), frames(entry.item()));
            }
        }
    }

    private final class SplitNames extends StringConverter<Optional<SplitName>> {

        @Override
        public String toString(Optional<SplitName> part) {
            return part == null || part.isEmpty()
                    ? texts.get("split.all")
                    : texts.get("split." + part.get().key());
        }

        @Override
        public Optional<SplitName> fromString(String name) {
            throw new UnsupportedOperationException("parts are chosen, not typed");
        }
    }
}
