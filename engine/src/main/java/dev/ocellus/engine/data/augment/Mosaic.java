package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.opencv_core.Mat;
import org.jspecify.annotations.Nullable;

/**
 * Four pictures around a point of a canvas twice as wide and high as the input, seen through a random view (YOLOv4,
 * Bochkovskiy et al. 2020, section 3.4, as the YOLO family carries it on). Pictures are made to fit the input and never
 * enlarged. Only what the view shows is put together: pictures out of sight are not even read.
 */
final class Mosaic {

    /** Pictures of a mosaic. */
    static final int TILES = 4;

    /** Boxes whose shorter side is no longer than this are dropped, in pixels of the input. */
    private static final double SMALLEST_SIDE = 2;

    private final int inputWidth;
    private final int inputHeight;
    private final Scratch memory;

    /** @param memory receives the visible part of the canvas */
    Mosaic(int inputWidth, int inputHeight, Scratch memory) {
        this.inputWidth = inputWidth;
        this.inputHeight = inputHeight;
        this.memory = memory;
    }

    /**
     * Makes a mosaic.
     *
     * @param first the picture at the top left; the others are drawn by lot
     * @param boxes receives the boxes, in pixels of the input
     */
    void make(
            int first,
            SampleSource source,
            SplittableRandom random,
            AugmentSettings settings,
            RgbImage input,
            BoxList boxes) {
        int centreX = inputWidth / 2 + (int) (random.nextDouble() * inputWidth);
        int centreY = inputHeight / 2 + (int) (random.nextDouble() * inputHeight);
        int[] pictures = {first, 0, 0, 0};
        for (int tile = 1; tile < TILES; tile++) {
            pictures[tile] = random.nextInt(source.size());
        }
        MosaicView view = MosaicView.random(random, settings, inputWidth, inputHeight);
        Region visible = view.visible();
        RgbImage canvas = new RgbImage(
                visible.width(), visible.height(), memory.allocate(3L * visible.width() * visible.height()));
        if (!visible.empty()) {
            paint(pictures, centreX, centreY, source, visible, canvas, boxes);
        }
        view.draw(canvas, input);
        boxes.clip(2 * inputWidth, 2 * inputHeight);
        view.move(boxes);
        boxes.clip(inputWidth, inputHeight);
        boxes.keepLargerThan(SMALLEST_SIDE);
    }

    private static void paint(
            int[] pictures,
            int centreX,
            int centreY,
            SampleSource source,
            Region visible,
            RgbImage canvas,
            BoxList boxes) {
        try (PointerScope _ = new PointerScope()) {
            Mat pixels = OpenCv.view(canvas);
            Gray.fill(pixels);
            for (int tile = 0; tile < TILES; tile++) {
                Region expected = place(tile, centreX, centreY, source.letterbox(pictures[tile]));
                @Nullable Sample sample = expected.intersection(visible).empty() ? null : source.read(pictures[tile]);
                if (sample != null) {
                    Region place = place(tile, centreX, centreY, sample.letterbox());
                    paste(sample.image(), place, pixels, visible);
                    sample.addLabels(boxes, place.left(), place.top());
                }
            }
        }
    }

    /** Where a picture lies on the canvas; it may reach over the border. */
    private static Region place(int tile, int centreX, int centreY, Letterbox letterbox) {
        int width = letterbox.reduces() ? letterbox.width() : letterbox.sourceWidth();
        int height = letterbox.reduces() ? letterbox.height() : letterbox.sourceHeight();
        int left = tile % 2 == 0 ? centreX - width : centreX;
        int top = tile / 2 == 0 ? centreY - height : centreY;
        return new Region(left, top, left + width, top + height);
    }

    private static void paste(RgbImage image, Region place, Mat canvas, Region visible) {
        Region part = place.intersection(visible);
        if (part.empty()) {
            return;
        }
        Mat from = new Mat(
                OpenCv.view(image), part.movedBy(-place.left(), -place.top()).rect());
        Mat to = new Mat(canvas, part.movedBy(-visible.left(), -visible.top()).rect());
        from.copyTo(to);
    }
}
