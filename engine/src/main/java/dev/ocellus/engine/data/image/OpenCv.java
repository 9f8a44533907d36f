package dev.ocellus.engine.data.image;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;

/**
 * Loads OpenCV once, set up for use inside a program that has its own threads: each call works on the thread that makes
 * it. Call {@link #load} before the first use of an OpenCV class.
 */
public final class OpenCv {

    private OpenCv() {}

    /** A matrix that is the memory of an image, not a copy; close it, or let a {@code PointerScope} do so. */
    public static Mat view(RgbImage image) {
        return new Mat(
                image.height(),
                image.width(),
                opencv_core.CV_8UC3,
                new BytePointer(image.pixels().asByteBuffer()));
    }

    /** Loads the libraries; returns at once from the second call on. Safe for any number of threads. */
    public static void load() {
        Loaded.touch();
    }

    /** Initialised by the class loader, exactly once. */
    private static final class Loaded {
        static {
            // The binding would count all native memory of the process, the engine's own too, against the heap limit,
            // and collect garbage on each allocation above it.
            System.setProperty("org.bytedeco.javacpp.maxBytes", "0");
            System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
            Loader.load(opencv_core.class);
            Loader.load(opencv_imgproc.class);
            Loader.load(opencv_imgcodecs.class);
            opencv_core.setNumThreads(1);
        }

        static void touch() {}
    }
}
