package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.OpenCv;
import dev.ocellus.engine.data.image.RgbImage;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * A view that is rotated, slanted or tilted, drawn by a bilinear warp.
 *
 * @param map from the canvas to the input
 * @param visible a part of the canvas that holds all that can be seen
 */
record WarpedView(Homography map, Region visible, int inputWidth, int inputHeight) implements MosaicView {

    /** Pixels around what is seen that bilinear interpolation reads. */
    private static final int MARGIN = 2;

    /** A tilt brings no corner of the canvas nearer than a quarter of the viewing distance of its middle. */
    private static final double STRONGEST_TILT = 0.75;

    static WarpedView of(Homography map, int inputWidth, int inputHeight) {
        Region canvas = new Region(0, 0, 2 * inputWidth, 2 * inputHeight);
        Region seen = seen(map.inverse(), inputWidth, inputHeight, canvas).intersection(canvas);
        return new WarpedView(map, seen.empty() ? new Region(0, 0, 0, 0) : seen, inputWidth, inputHeight);
    }

    /** A change of the viewing distance along both axes, weakened where it would turn a corner of the canvas away. */
    static Homography tilt(double x, double y, int inputWidth, int inputHeight) {
        double most = Math.abs(x) * inputWidth + Math.abs(y) * inputHeight;
        double kept = most > STRONGEST_TILT ? STRONGEST_TILT / most : 1;
        return new Homography(1, 0, 0, 0, 1, 0, x * kept, y * kept, 1);
    }

    private static Region seen(Homography back, int inputWidth, int inputHeight, Region canvas) {
        double[] point = new double[2];
        double left = Double.POSITIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (int corner = 0; corner < 4; corner++) {
            int x = (corner & 1) * inputWidth;
            int y = (corner >> 1) * inputHeight;
            if (!(back.w(x, y) > 0)) {
                return canvas;
            }
            back.apply(x, y, point);
            left = Math.min(left, point[0]);
            right = Math.max(right, point[0]);
            top = Math.min(top, point[1]);
            bottom = Math.max(bottom, point[1]);
        }
        return new Region(
                (int) Math.floor(left) - MARGIN,
                (int) Math.floor(top) - MARGIN,
                (int) Math.ceil(right) + MARGIN,
                (int) Math.ceil(bottom) + MARGIN);
    }

    @Override
    public void draw(RgbImage canvas, RgbImage input) {
        try (PointerScope _ = new PointerScope()) {
            Mat out = OpenCv.view(input);
            if (visible.empty()) {
                Gray.fill(out);
                return;
            }
            Homography matrix = map.after(Homography.translation(visible.left(), visible.top()))
                    .betweenPixelCentres();
            Size size = new Size(inputWidth, inputHeight);
            int border = opencv_core.BORDER_CONSTANT;
            if (matrix.affine()) {
                Mat rows = matrix(2, matrix.rows2());
                opencv_imgproc.warpAffine(
                        OpenCv.view(canvas), out, rows, size, opencv_imgproc.INTER_LINEAR, border, Gray.scalar());
            } else {
                Mat rows = matrix(3, matrix.rows3());
                opencv_imgproc.warpPerspective(
                        OpenCv.view(canvas), out, rows, size, opencv_imgproc.INTER_LINEAR, border, Gray.scalar());
            }
        }
    }

    private static Mat matrix(int rows, double[] values) {
        return new Mat(rows, 3, opencv_core.CV_64F, new DoublePointer(values));
    }

    @Override
    public void move(BoxList boxes) {
        if (visible.empty()) {
            boxes.clear();
        } else {
            boxes.warp(map);
        }
    }
}
