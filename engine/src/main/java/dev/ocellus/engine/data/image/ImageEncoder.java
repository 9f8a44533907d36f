package dev.ocellus.engine.data.image;

import static org.bytedeco.opencv.global.opencv_core.CV_8UC3;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;

/** Encodes RGB pixels with OpenCV. Safe for use by any number of threads. */
public final class ImageEncoder {

    private ImageEncoder() {}

    /** PNG, without loss. */
    public static byte[] png(RgbImage image) {
        return encode(image, ".png");
    }

    /** @param quality of the JPEG, 1 to 100 */
    public static byte[] jpeg(RgbImage image, int quality) {
        return encode(image, ".jpg", opencv_imgcodecs.IMWRITE_JPEG_QUALITY, quality);
    }

    private static byte[] encode(RgbImage image, String extension, int... parameters) {
        OpenCv.load();
        try (PointerScope _ = new PointerScope()) {
            BytePointer pixels = new BytePointer(image.pixels().asByteBuffer());
            Mat bgr = new Mat();
            opencv_imgproc.cvtColor(
                    new Mat(image.height(), image.width(), CV_8UC3, pixels), bgr, opencv_imgproc.COLOR_RGB2BGR);
            BytePointer encoded = new BytePointer();
            if (!opencv_imgcodecs.imencode(extension, bgr, encoded, new IntPointer(parameters))) {
                throw new IllegalStateException("OpenCV did not encode a picture as " + extension);
            }
            byte[] bytes = new byte[Math.toIntExact(encoded.limit())];
            encoded.get(bytes);
            return bytes;
        }
    }
}
