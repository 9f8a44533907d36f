package dev.ocellus.app.charts;

import java.util.Arrays;
import java.util.stream.IntStream;
import javafx.scene.canvas.GraphicsContext;

/** A word-sized line without axes; its table cell or label says the numbers. */
public final class Sparkline extends PaintedRegion {

    private double[] values = {};

    public Sparkline() {
        getStyleClass().add("sparkline");
        setPrefSize(96, 22);
        setMaxHeight(24);
        setMinSize(48, 16);
    }

    public void setValues(double[] values) {
        this.values = IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .filter(Double::isFinite)
                .toArray();
        repaint();
    }

    @Override
    protected void paint(GraphicsContext graphics, double width, double height) {
        if (values.length == 0) {
            return;
        }
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(1);
        Axis horizontal = new Axis(new Span(0, Math.max(1, values.length - 1)), 3, width - 3, false);
        Axis vertical = new Axis(new Span(low, high), height - 3, 3, false);
        graphics.setStroke(seriesPaint(0));
        graphics.setFill(seriesPaint(0));
        graphics.setLineWidth(1.5);
        graphics.beginPath();
        Decimation.forEach(
                values.length,
                i -> horizontal.pixel(i),
                i -> vertical.pixel(values[i]),
                (x, y) -> graphics.lineTo(x, y));
        graphics.stroke();
        double x = values.length == 1 ? horizontal.from() : horizontal.to();
        graphics.fillOval(x - 2, vertical.pixel(values[values.length - 1]) - 2, 4, 4);
    }
}
