package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import org.bytedeco.javacpp.PointerScope;
import org.jspecify.annotations.Nullable;

/** Samples for validation: the letterboxed picture with all of its boxes, and no change. */
public final class PlainSamples implements SampleMaker {

    private final SampleSource source;

    /** @param source gives the pictures; closed with this */
    public PlainSamples(SampleSource source) {
        this.source = source;
    }

    @Override
    public @Nullable Letterbox make(int index, int epoch, long seed, RgbImage input, BoxList boxes) {
        boxes.clear();
        Sample sample = source.read(index);
        if (sample == null) {
            try (PointerScope _ = new PointerScope()) {
                Gray.fill(OpenCv.view(input));
            }
            return null;
        }
        place(sample, input, boxes);
        boxes.clip(input.width(), input.height());
        return sample.letterbox();
    }

    /** Letterboxes a picture and its boxes. */
    static void place(Sample sample, RgbImage input, BoxList boxes) {
        Letterbox letterbox = sample.letterbox();
        letterbox.draw(sample.image(), input);
        boxes.add(sample.labels(), letterbox.sourceWidth(), letterbox.sourceHeight(), letterbox.scale(), 0, 0);
    }

    @Override
    public void close() {
        source.close();
    }
}
