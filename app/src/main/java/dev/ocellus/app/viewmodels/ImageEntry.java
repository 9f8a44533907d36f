package dev.ocellus.app.viewmodels;

import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.SplitName;

/** An image of a dataset and the part it belongs to. */
public record ImageEntry(SplitName split, ImageItem item) {

    public String name() {
        return item.image().getFileName().toString();
    }
}
