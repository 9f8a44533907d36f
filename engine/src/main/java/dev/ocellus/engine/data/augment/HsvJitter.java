package dev.ocellus.engine.data.augment;

import java.util.SplittableRandom;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Rect;
import org.bytedeco.opencv.opencv_core.Scalar;

/**
 * A shift of all colours of a picture, in 8-bit HSV: hue turns, saturation and value move and stop at 0 and 255.
 *
 * @param hue shift of the hue, in steps of two degrees
 * @param saturation shift of the saturation
 * @param value shift of the value
 */
record HsvJitter(int hue, int saturation, int value) {

    private static final int HUE = 5;
    private static final int SATURATION = 30;
    private static final int VALUE = 30;

    /** Rows that are worked on at a time, so that they stay in the fastest cache. */
    private static final int ROWS = 16;

    /** Draws a shift by lot: each part is uniform in its range, and zero half of the time. */
    static HsvJitter random(SplittableRandom random) {
        return new HsvJitter(part(random, HUE), part(random, SATURATION), part(random, VALUE));
    }

    private static int part(SplittableRandom random, int limit) {
        double shift = limit * (2 * random.nextDouble() - 1);
        return random.nextBoolean() ? (int) shift : 0;
    }

    /**
     * Shifts the colours of RGB pixels. Call within a {@code PointerScope}.
     *
     * <p>The hue is only ever increased, since past 180 OpenCV goes on at zero, while there is nothing below zero: read
     * with red and blue exchanged, hues run the other way round, so that is how they are decreased.
     */
    void apply(Mat pixels) {
        if (hue == 0 && saturation == 0 && value == 0) {
            return;
        }
        int toHsv = hue < 0 ? opencv_imgproc.COLOR_BGR2HSV : opencv_imgproc.COLOR_RGB2HSV;
        int fromHsv = hue < 0 ? opencv_imgproc.COLOR_HSV2BGR : opencv_imgproc.COLOR_HSV2RGB;
        int rows = Math.min(ROWS, pixels.rows());
        Mat strip = new Mat(rows, pixels.cols(), opencv_core.CV_8UC3);
        Mat more = constant(strip, Math.abs(hue), Math.max(0, saturation), Math.max(0, value));
        Mat less = constant(strip, 0, Math.max(0, -saturation), Math.max(0, -value));
        for (int row = 0; row < pixels.rows(); row += rows) {
            int count = Math.min(rows, pixels.rows() - row);
            Mat part = new Mat(pixels, new Rect(0, row, pixels.cols(), count));
            Mat hsv = first(strip, count);
            opencv_imgproc.cvtColor(part, hsv, toHsv);
            if (hue != 0 || saturation > 0 || value > 0) {
                opencv_core.add(hsv, first(more, count), hsv);
            }
            if (saturation < 0 || value < 0) {
                opencv_core.subtract(hsv, first(less, count), hsv);
            }
            opencv_imgproc.cvtColor(hsv, part, fromHsv);
        }
    }

    private static Mat constant(Mat like, int hue, int saturation, int value) {
        return new Mat(like.rows(), like.cols(), like.type(), new Scalar(hue, saturation, value, 0));
    }

    private static Mat first(Mat strip, int rows) {
        return rows == strip.rows() ? strip : new Mat(strip, new Rect(0, 0, strip.cols(), rows));
    }
}
