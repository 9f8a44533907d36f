package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.augment.Letterbox;
import dev.ocellus.engine.data.image.ImageDecoder;
import dev.ocellus.engine.data.image.RgbImage;
import java.nio.file.Path;
import java.util.List;

/** Decodes each picture each time: no cache, and what the caches are filled from. */
public final class DecodedImages implements ImageSource {

    private final List<ImageItem> items;
    private final ImageDecoder decoder;
    private final int inputWidth;
    private final int inputHeight;

    /**
     * @param items the list
     * @param decoder shared by all who decode
     */
    public DecodedImages(List<ImageItem> items, ImageDecoder decoder, int inputWidth, int inputHeight) {
        this.items = List.copyOf(items);
        this.decoder = decoder;
        this.inputWidth = inputWidth;
        this.inputHeight = inputHeight;
    }

    /** Number of pictures. */
    public int size() {
        return items.size();
    }

    /** How a picture lies in the input, going by the size that the list gives. */
    public Letterbox letterbox(int index) {
        ImageItem item = items.get(index);
        return new Letterbox(item.width(), item.height(), inputWidth, inputHeight);
    }

    /** Bytes that all pictures take when they are kept. */
    public long bytes() {
        long bytes = 0;
        for (int i = 0; i < items.size(); i++) {
            bytes += FittedImage.bytes(letterbox(i));
        }
        return bytes;
    }

    @Override
    public FittedImage get(int index, ImageBuffers buffers) {
        RgbImage whole = decoder.decode(file(index), buffers.decoded());
        Letterbox letterbox = new Letterbox(whole.width(), whole.height(), inputWidth, inputHeight);
        if (!letterbox.reduces()) {
            return new FittedImage(whole, letterbox);
        }
        RgbImage reduced = new RgbImage(
                letterbox.width(), letterbox.height(), buffers.fitted().allocate(FittedImage.bytes(letterbox)));
        letterbox.reduce(whole, reduced);
        buffers.shrink();
        return new FittedImage(reduced, letterbox);
    }

    @Override
    public Path file(int index) {
        return items.get(index).image();
    }

    @Override
    public void close() {}
}
