package dev.ocellus.engine.data.image;

import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.opencv_core.Mat;

/** Turns a stored picture upright: the eight cases of the {@linkplain Exif EXIF orientation}. */
final class Orientation {
    private static final int UPSIDE_DOWN = 0;
    private static final int MIRRORED = 1;
    private static final int BOTH = -1;

    private Orientation() {}

    /** Writes the upright picture into {@code target}, whose memory is kept where its size fits, and returns it. */
    static Mat apply(int orientation, Mat stored, Mat target) {
        switch (orientation) {
            case 2 -> opencv_core.flip(stored, target, MIRRORED);
            case 3 -> opencv_core.flip(stored, target, BOTH);
            case 4 -> opencv_core.flip(stored, target, UPSIDE_DOWN);
            case 5 -> opencv_core.transpose(stored, target);
            case 6 -> opencv_core.rotate(stored, target, opencv_core.ROTATE_90_CLOCKWISE);
            case 7 -> {
                opencv_core.transpose(stored, target);
                opencv_core.flip(target, target, BOTH);
            }
            case 8 -> opencv_core.rotate(stored, target, opencv_core.ROTATE_90_COUNTERCLOCKWISE);
            default -> stored.copyTo(target);
        }
        return target;
    }
}
