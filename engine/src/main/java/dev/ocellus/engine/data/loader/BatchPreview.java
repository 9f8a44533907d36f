package dev.ocellus.engine.data.loader;

import dev.ocellus.engine.data.augment.BoxList;
import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Point;
import org.bytedeco.opencv.opencv_core.Scalar;

/** Shows what the network is given: an image of a batch with its boxes, each class in its colour and with its number. */
public final class BatchPreview {

    private static final int LINE = 2;
    private static final double FONT_SCALE = 0.45;

    /** Turns that put the colours of neighbouring classes far apart: the golden section of a circle. */
    private static final double TURN = 0.618033988749895;

    private BatchPreview() {}

    /**
     * Draws an image of a batch.
     *
     * @param allocator gives the memory of the result
     * @return a copy, valid after the batch has been given back
     */
    public static RgbImage of(Batch batch, int image, SegmentAllocator allocator) {
        RgbImage from = batch.image(image);
        RgbImage preview = new RgbImage(
                from.width(), from.height(), allocator.allocate(from.pixels().byteSize()));
        preview.pixels().copyFrom(from.pixels());
        try (PointerScope _ = new PointerScope()) {
            Mat canvas = OpenCv.view(preview);
            MemorySegment rows = batch.targets(image);
            for (int box = 0; box < batch.boxes(image); box++) {
                draw(canvas, rows.asSlice((long) box * BoxList.STRIDE * Float.BYTES));
            }
        }
        return preview;
    }

    private static void draw(Mat canvas, MemorySegment row) {
        int cls = (int) row.getAtIndex(ValueLayout.JAVA_FLOAT, 0);
        Point topLeft = new Point(edge(row, 1), edge(row, 2));
        Point bottomRight = new Point(edge(row, 3) - 1, edge(row, 4) - 1);
        Scalar colour = colour(cls);
        opencv_imgproc.rectangle(canvas, topLeft, bottomRight, colour, LINE, opencv_imgproc.LINE_8, 0);
        opencv_imgproc.putText(
                canvas,
                Integer.toString(cls),
                new Point(topLeft.x() + 2 * LINE, topLeft.y() + 15),
                opencv_imgproc.FONT_HERSHEY_SIMPLEX,
                FONT_SCALE,
                colour);
    }

    private static int edge(MemorySegment row, int at) {
        return Math.round(row.getAtIndex(ValueLayout.JAVA_FLOAT, at));
    }

    /** A strong colour for a class. */
    private static Scalar colour(int cls) {
        double hue = 6 * (cls * TURN % 1);
        return new Scalar(channel(hue + 5), channel(hue + 3), channel(hue + 1), 0);
    }

    private static double channel(double turn) {
        double k = turn % 6;
        return 255 * (1 - Math.clamp(Math.min(k, 4 - k), 0, 1));
    }
}
