package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** A source of pictures in memory; remembers which were read. */
final class PaintedSource implements SampleSource {
    final List<Integer> read = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final int inputWidth;
    private final int inputHeight;
    private final Arena arena;

    PaintedSource(int inputWidth, int inputHeight, Arena arena) {
        this.inputWidth = inputWidth;
        this.inputHeight = inputHeight;
        this.arena = arena;
    }

    PaintedSource add(RgbImage image, Box... labels) {
        Letterbox letterbox = new Letterbox(image.width(), image.height(), inputWidth, inputHeight);
        RgbImage fitted = image;
        if (letterbox.reduces()) {
            fitted = Painted.plain(letterbox.width(), letterbox.height(), 0, 0, 0, arena);
            letterbox.reduce(image, fitted);
        }
        samples.add(new Sample(samples.size(), fitted, letterbox, List.of(labels)));
        return this;
    }

    @Override
    public int size() {
        return samples.size();
    }

    @Override
    public Letterbox letterbox(int index) {
        return samples.get(index).letterbox();
    }

    @Override
    public Sample read(int index) {
        read.add(index);
        return samples.get(index);
    }

    @Override
    public void close() {}
}
