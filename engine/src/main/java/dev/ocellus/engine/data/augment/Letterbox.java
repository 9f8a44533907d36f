package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Rect;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * How a picture lies in the input of a network: scaled by one ratio until it fits, bilinear, its sides truncated to
 * whole pixels, in the top left corner; the rest is gray 114. Training, validation and prediction all go through here,
 * so they see the same pixels. Immutable.
 *
 * @param sourceWidth width of the picture in pixels
 * @param sourceHeight height of the picture in pixels
 * @param inputWidth width of the network's input in pixels
 * @param inputHeight height of the network's input in pixels
 */
public record Letterbox(int sourceWidth, int sourceHeight, int inputWidth, int inputHeight) {

    /** Value of each channel where there is no picture. */
    public static final int PAD = 114;

    /** Refuses sizes below one pixel. */
    public Letterbox {
        if (sourceWidth < 1 || sourceHeight < 1 || inputWidth < 1 || inputHeight < 1) {
            throw new IllegalArgumentException(
                    sourceWidth + " x " + sourceHeight + " does not fit " + inputWidth + " x " + inputHeight);
        }
    }

    /** Pixels of the input for one pixel of the picture. */
    public double scale() {
        return Math.min((double) inputWidth / sourceWidth, (double) inputHeight / sourceHeight);
    }

    /** Whether the picture is larger than the input, so that each use of it begins with making it smaller. */
    public boolean reduces() {
        return scale() < 1;
    }

    /** Width that the picture takes of the input, at least one pixel. */
    public int width() {
        return Math.max(1, (int) (sourceWidth * scale()));
    }

    /** Height that the picture takes of the input, at least one pixel. */
    public int height() {
        return Math.max(1, (int) (sourceHeight * scale()));
    }

    /** Where an x or y of the input lies in the picture, not kept within it. */
    public double toSource(double input) {
        return input / scale();
    }

    /** As {@link #toSource}, kept within the width of the picture. */
    public double xToSource(double x) {
        return Math.clamp(toSource(x), 0, sourceWidth);
    }

    /** As {@link #toSource}, kept within the height of the picture. */
    public double yToSource(double y) {
        return Math.clamp(toSource(y), 0, sourceHeight);
    }

    /**
     * Draws the picture and the gray around it.
     *
     * @param picture the picture, or what {@link #reduce} made of it
     * @param input receives the pixels; {@code inputWidth} by {@code inputHeight}
     */
    public void draw(RgbImage picture, RgbImage input) {
        try (PointerScope _ = new PointerScope()) {
            Mat target = OpenCv.view(input);
            if (width() < inputWidth) {
                Gray.fill(new Mat(target, new Rect(width(), 0, inputWidth - width(), inputHeight)));
            }
            if (height() < inputHeight) {
                Gray.fill(new Mat(target, new Rect(0, height(), width(), inputHeight - height())));
            }
            resize(OpenCv.view(picture), new Mat(target, new Rect(0, 0, width(), height())));
        }
    }

    /**
     * Makes a picture as large as it lies in the input, without the gray.
     *
     * @param reduced receives the pixels; {@link #width} by {@link #height}
     */
    public void reduce(RgbImage picture, RgbImage reduced) {
        try (PointerScope _ = new PointerScope()) {
            resize(OpenCv.view(picture), OpenCv.view(reduced));
        }
    }

    private void resize(Mat from, Mat to) {
        if (from.cols() == width() && from.rows() == height()) {
            from.copyTo(to);
        } else {
            opencv_imgproc.resize(from, to, new Size(width(), height()), 0, 0, opencv_imgproc.INTER_LINEAR);
        }
    }
}
