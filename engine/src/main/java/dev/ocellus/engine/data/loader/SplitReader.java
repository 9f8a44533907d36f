package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.augment.Sample;
import dev.ocellus.engine.data.augment.SampleSource;
import dev.ocellus.engine.data.cache.FittedImage;
import dev.ocellus.engine.data.cache.ImageBuffers;
import dev.ocellus.engine.data.image.UnreadableImageException;
import org.jspecify.annotations.Nullable;

/** Reads the pictures of a split for one thread. */
final class SplitReader implements SampleSource {

    private final Split split;
    private final boolean replace;
    private final int inputWidth;
    private final int inputHeight;
    private final ImageBuffers buffers = new ImageBuffers();

    SplitReader(Split split, boolean replace, int inputWidth, int inputHeight) {
        this.split = split;
        this.replace = replace;
        this.inputWidth = inputWidth;
        this.inputHeight = inputHeight;
    }

    @Override
    public int size() {
        return split.size();
    }

    @Override
    public Letterbox letterbox(int index) {
        ImageItem item = split.item(index);
        return new Letterbox(item.width(), item.height(), inputWidth, inputHeight);
    }

    @Override
    public @Nullable Sample read(int index) {
        int tries = replace ? size() : 1;
        for (int i = 0; i < tries; i++) {
            Sample sample = readable((index + i) % size());
            if (sample != null) {
                return sample;
            }
        }
        if (replace) {
            throw split.allUnreadable();
        }
        return null;
    }

    private @Nullable Sample readable(int index) {
        if (split.knownUnreadable(index)) {
            return null;
        }
        try {
            FittedImage fitted = split.images().get(index, buffers);
            return new Sample(
                    index, fitted.image(), fitted.letterbox(), split.item(index).boxes());
        } catch (UnreadableImageException e) {
            split.unreadable(index, e);
            return null;
        }
    }

    @Override
    public void close() {
        buffers.close();
    }
}
