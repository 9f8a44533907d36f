package dev.ocellus.app.charts;

import java.util.function.IntToDoubleFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Paint;

/** Draws single curves: the smoothed line over a faint one as measured, a ring at the best value, a dot at the last. */
final class CurvePainter {

    private static final double FAINT = 0.28;

    private final GraphicsContext graphics;
    private final Axis horizontal;
    private final Axis vertical;
    private final double smoothing;

    CurvePainter(GraphicsContext graphics, Axis horizontal, Axis vertical, double smoothing) {
        this.graphics = graphics;
        this.horizontal = horizontal;
        this.vertical = vertical;
        this.smoothing = smoothing;
    }

    void paint(Curve curve, Paint paint) {
        graphics.save();
        graphics.beginPath();
        graphics.rect(
                horizontal.from(),
                vertical.to() - 4,
                horizontal.to() - horizontal.from() + 5,
                vertical.from() - vertical.to() + 8);
        graphics.clip();
        graphics.setStroke(paint);
        graphics.setFill(paint);
        if (smoothing > 0) {
            double[] smooth = Smoothing.apply(curve, smoothing);
            graphics.setGlobalAlpha(FAINT);
            line(curve, curve::y, 1);
            graphics.setGlobalAlpha(1);
            line(curve, i -> smooth[i], 2);
        } else {
            line(curve, curve::y, 1.8);
        }
        dots(curve);
        graphics.restore();
    }

    private void line(Curve curve, IntToDoubleFunction ys, double width) {
        int first = 0;
        int end = curve.size();
        while (first + 1 < end && curve.x(first + 1) < horizontal.values().low()) {
            first++;
        }
        while (end - 2 > first && curve.x(end - 2) > horizontal.values().high()) {
            end--;
        }
        int from = first;
        graphics.setLineWidth(width);
        graphics.beginPath();
        boolean[] started = {false};
        Decimation.forEach(
                end - from,
                i -> horizontal.pixel(curve.x(from + i)),
                i -> vertical.pixel(ys.applyAsDouble(from + i)),
                (x, y) -> {
                    if (started[0]) {
                        graphics.lineTo(x, y);
                    } else {
                        graphics.moveTo(x, y);
                        started[0] = true;
                    }
                });
        graphics.stroke();
    }

    private void dots(Curve curve) {
        if (curve.size() == 1) {
            dot(curve.x(0), curve.y(0), 3, true);
        }
        if (Double.isFinite(curve.best())) {
            dot(curve.bestX(), curve.best(), 4, false);
        }
    }

    private void dot(double x, double y, double radius, boolean filled) {
        double left = horizontal.pixel(x) - radius;
        double top = vertical.pixel(y) - radius;
        if (filled) {
            graphics.fillOval(left, top, radius * 2, radius * 2);
        } else {
            graphics.setLineWidth(2);
            graphics.strokeOval(left, top, radius * 2, radius * 2);
        }
    }
}
