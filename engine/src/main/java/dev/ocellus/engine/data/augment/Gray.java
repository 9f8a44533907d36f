package dev.ocellus.engine.data.augment;

import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Scalar;

/** The gray where there is no picture. Call within a {@code PointerScope}. */
final class Gray {

    private Gray() {}

    /** The gray as OpenCV takes a border colour. */
    static Scalar scalar() {
        return new Scalar(Letterbox.PAD, Letterbox.PAD, Letterbox.PAD, 0);
    }

    /** Fills a matrix. */
    static void fill(Mat region) {
        region.put(scalar());
    }
}
