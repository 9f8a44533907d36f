package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * A view that is only enlarged and shifted. Its borders are moved to whole pixels, at most half a pixel of canvas or
 * input; then a plain resize draws it, in a third of the time of a warp, and boxes follow the borders exactly.
 */
record UprightView(Region visible, Region target, int inputWidth, int inputHeight) implements MosaicView {

    static UprightView of(double scale, double dx, double dy, int inputWidth, int inputHeight) {
        int[] x = span(scale, dx, inputWidth);
        int[] y = span(scale, dy, inputHeight);
        return new UprightView(
                new Region(x[0], y[0], x[1], y[1]), new Region(x[2], y[2], x[3], y[3]), inputWidth, inputHeight);
    }

    /** What is seen on one axis: first and last pixel edge of the canvas, and where they come to lie in the input. */
    private static int[] span(double scale, double shift, int input) {
        double first = input - (input / 2.0 + shift) / scale;
        double last = input + (input / 2.0 - shift) / scale;
        int canvas = 2 * input;
        int[] span = {
            (int) Math.max(0, Math.round(first)),
            (int) Math.min(canvas, Math.round(last)),
            (int) Math.max(0, Math.round(-first * scale)),
            (int) Math.min(input, Math.round((canvas - first) * scale))
        };
        if (span[0] >= span[1] || span[2] >= span[3]) {
            return new int[4];
        }
        return span;
    }

    @Override
    public void draw(RgbImage canvas, RgbImage input) {
        try (PointerScope _ = new PointerScope()) {
            Mat out = OpenCv.view(input);
            if (target.width() < inputWidth || target.height() < inputHeight) {
                Gray.fill(out);
            }
            if (!target.empty()) {
                Mat part = new Mat(out, target.rect());
                Size size = new Size(target.width(), target.height());
                opencv_imgproc.resize(OpenCv.view(canvas), part, size, 0, 0, opencv_imgproc.INTER_LINEAR);
            }
        }
    }

    @Override
    public void move(BoxList boxes) {
        if (target.empty()) {
            boxes.clear();
            return;
        }
        double sx = (double) target.width() / visible.width();
        double sy = (double) target.height() / visible.height();
        boxes.warp(Homography.affine(
                sx, 0, target.left() - sx * visible.left(), 0, sy, target.top() - sy * visible.top()));
    }
}
