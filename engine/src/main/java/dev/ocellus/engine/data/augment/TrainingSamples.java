package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Rect;
import org.jspecify.annotations.Nullable;

/**
 * Samples for training, in the order of YOLOv9: a mosaic or a letterboxed picture, shifted colours, mirroring; a mosaic
 * may then be blended with a plain sample. Boxes with a side of at most one pixel are dropped; where all would be, the
 * sample stays unchanged and keeps them.
 */
public final class TrainingSamples implements SampleMaker {

    private static final double SMALLEST_SIDE = 1;

    private final SampleSource source;
    private final AugmentSettings settings;
    private final AugmentSettings lastSettings;
    private final int mosaicEpochs;
    private final Scratch canvas = new Scratch();
    private final Scratch second = new Scratch();
    private final BoxList secondBoxes = new BoxList();

    /**
     * @param source gives the pictures; closed with this
     * @param mosaicEpochs epochs from the first that use mosaics; the epochs after them are made without. It follows
     *     from the epoch, and not from a switch, so that samples made ahead of time are right too
     */
    public TrainingSamples(SampleSource source, AugmentSettings settings, int mosaicEpochs) {
        this.source = source;
        this.settings = settings;
        this.lastSettings = settings.withoutMosaic();
        this.mosaicEpochs = mosaicEpochs;
    }

    @Override
    public Letterbox make(int index, int epoch, long seed, RgbImage input, BoxList boxes) {
        SplittableRandom random = new SplittableRandom(seed);
        AugmentSettings now = epoch < mosaicEpochs ? settings : lastSettings;
        boxes.clear();
        if (random.nextDouble() >= now.mosaicProb()) {
            return plain(index, random, now, input, boxes);
        }
        new Mosaic(input.width(), input.height(), canvas).make(index, source, random, now, input, boxes);
        Letterbox whole = new Letterbox(input.width(), input.height(), input.width(), input.height());
        finish(whole, random, now, input, boxes);
        if (random.nextDouble() < now.mixupProb()) {
            mixUp(random, now, input, boxes);
        }
        return whole;
    }

    private Letterbox plain(int index, SplittableRandom random, AugmentSettings now, RgbImage input, BoxList boxes) {
        @Nullable Sample sample = source.read(index);
        if (sample == null) {
            throw new IllegalStateException("a source for training replaces pictures that it cannot read");
        }
        PlainSamples.place(sample, input, boxes);
        finish(sample.letterbox(), random, now, input, boxes);
        return sample.letterbox();
    }

    /** Colours, mirroring and the last choice of boxes; the gray beside a picture stays as it is. */
    private static void finish(
            Letterbox letterbox, SplittableRandom random, AugmentSettings now, RgbImage input, BoxList boxes) {
        boolean shift = random.nextDouble() < now.hsvProb();
        HsvJitter jitter = HsvJitter.random(random);
        boolean flip = random.nextDouble() < now.flipProb();
        boolean flipud = random.nextDouble() < now.flipudProb();
        if (boxes.size() == 0 || boxes.anyLargerThan(SMALLEST_SIDE)) {
            boxes.keepLargerThan(SMALLEST_SIDE);
            int width = letterbox.width();
            int height = letterbox.height();
            try (PointerScope _ = new PointerScope()) {
                Mat picture = new Mat(OpenCv.view(input), new Rect(0, 0, width, height));
                if (shift) {
                    jitter.apply(picture);
                }
                if (flip) {
                    opencv_core.flip(picture, picture, 1);
                    boxes.mirrorColumns(width);
                }
                if (flipud) {
                    opencv_core.flip(picture, picture, 0);
                    boxes.mirrorRows(height);
                }
            }
        }
        boxes.clip(input.width(), input.height());
    }

    /** Blends in a plain sample and adds its boxes (mixup, Zhang et al. 2018), in shares that are nearly equal. */
    private void mixUp(SplittableRandom random, AugmentSettings now, RgbImage input, BoxList boxes) {
        RgbImage other = new RgbImage(
                input.width(), input.height(), second.allocate(input.pixels().byteSize()));
        double share = BetaDistribution.sample(random);
        secondBoxes.clear();
        plain(random.nextInt(source.size()), random, now, other, secondBoxes);
        try (PointerScope _ = new PointerScope()) {
            Mat mixed = OpenCv.view(input);
            opencv_core.addWeighted(mixed, share, OpenCv.view(other), 1 - share, 0, mixed);
        }
        boxes.addAll(secondBoxes);
    }

    @Override
    public void close() {
        source.close();
        canvas.close();
        second.close();
    }
}
