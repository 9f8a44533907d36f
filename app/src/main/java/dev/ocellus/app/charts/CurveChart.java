package dev.ocellus.app.charts;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * Lines over a common x axis, drawn on a canvas: smoothing, logarithmic y axis, zoom and pan along x, cross-hair,
 * lines that can be hidden. Call {@link #repaint()} after points were added. FX thread only.
 */
public final class CurveChart extends PaintedRegion {

    private static final double GAP = 8;

    private final ObservableList<Curve> curves = FXCollections.observableArrayList();
    private final Set<Curve> hidden = new HashSet<>();
    private final DoubleProperty smoothing = new SimpleDoubleProperty(0);
    private final BooleanProperty logarithmic = new SimpleBooleanProperty(false);
    private final ReadOnlyBooleanWrapper zoomed = new ReadOnlyBooleanWrapper(false);
    private final DoubleFunction<String> numbers;
    private final Locale language;
    private final Text ruler = new Text();

    private @Nullable Span zoom;
    private double cursor = Double.NaN;
    private Axis horizontal = new Axis(new Span(0, 1), 0, 1, false);

    /** @param numbers how y values are written beside the axis when ticks give no better form */
    public CurveChart(DoubleFunction<String> numbers, Locale language) {
        this.numbers = numbers;
        this.language = language;
        getStyleClass().add("curve-chart");
        setFocusTraversable(true);
        setMinSize(120, 90);
        setPrefSize(420, 220);
        smoothing.subscribe(this::repaint);
        logarithmic.subscribe(this::repaint);
        curves.addListener((ListChangeListener<Curve>) change -> repaint());
        ChartGestures.install(this);
    }

    public ObservableList<Curve> curves() {
        return curves;
    }

    /** Share of the past in the smoothed line, from 0 (as measured) to below 1. */
    public DoubleProperty smoothingProperty() {
        return smoothing;
    }

    public BooleanProperty logarithmicProperty() {
        return logarithmic;
    }

    public ReadOnlyBooleanProperty zoomedProperty() {
        return zoomed.getReadOnlyProperty();
    }

    public void setShown(Curve curve, boolean shown) {
        if (shown ? hidden.remove(curve) : hidden.add(curve)) {
            repaint();
        }
    }

    /** Shows all x values again and follows new ones. */
    public void resetZoom() {
        setZoom(null);
    }

    List<Curve> visibleCurves() {
        return curves.stream()
                .filter(curve -> !hidden.contains(curve) && curve.size() > 0)
                .toList();
    }

    /** Zooms by a factor (below 1 = closer) while the value under a pixel keeps its place. */
    void zoomAt(double factor, double pixel) {
        Span whole = wholeSpan();
        Span wanted = horizontal.values().zoom(factor, horizontal.value(pixel));
        double least = Math.max(1e-9, whole.length() / 10_000);
        if (wanted.length() >= whole.length()) {
            setZoom(null);
        } else if (wanted.length() > least) {
            setZoom(wanted.within(whole));
        }
    }

    void pan(double pixels) {
        if (zoom != null) {
            double perPixel = zoom.length() / (horizontal.to() - horizontal.from());
            setZoom(zoom.shift(-pixels * perPixel).within(wholeSpan()));
        }
    }

    /** Puts the cross-hair at a pixel, or takes it away with NaN. */
    void setCursor(double pixel) {
        cursor = Double.isNaN(pixel) ? pixel : Math.clamp(pixel, horizontal.from(), horizontal.to());
        repaint();
    }

    double cursor() {
        return cursor;
    }

    /** The x value under the cross-hair; NaN without one. */
    double cursorValue() {
        return Double.isNaN(cursor) ? Double.NaN : horizontal.value(cursor);
    }

    double middle() {
        return (horizontal.from() + horizontal.to()) / 2;
    }

    @Override
    protected void paint(GraphicsContext graphics, double width, double height) {
        ruler.setFont(font());
        double line = lineHeight();
        Span seen = zoom == null ? wholeSpan() : zoom;
        Span values = ValueRange.of(visibleCurves(), seen, logarithmic.get());
        boolean log = logarithmic.get() && values.low() > 0;
        Axis vertical = new Axis(values, height - line - GAP, line / 2 + 2, log);
        int wanted = (int) Math.clamp((height - line) / (line * 2), 2, 8);
        List<Double> ticks = log ? Ticks.logarithmic(values, wanted) : Ticks.linear(values, wanted);
        List<String> labels = tickLabels(ticks, log);
        double gutter = labels.stream().mapToDouble(this::textWidth).max().orElse(0) + GAP;
        horizontal = new Axis(seen, Math.ceil(gutter), width - GAP, false);

        paintGrid(graphics, vertical, ticks, labels);
        CurvePainter painter = new CurvePainter(graphics, horizontal, vertical, smoothing.get());
        for (Curve curve : visibleCurves()) {
            painter.paint(curve, seriesPaint(curve.colour()));
        }
        if (!Double.isNaN(cursor)) {
            graphics.setStroke(rulePaint());
            graphics.setLineWidth(1);
            double x = Math.floor(cursor) + 0.5;
            graphics.strokeLine(x, vertical.to(), x, vertical.from());
        }
    }

    private void paintGrid(GraphicsContext graphics, Axis vertical, List<Double> ticks, List<String> labels) {
        double line = lineHeight();
        double ascent = line * 0.78;
        graphics.setLineWidth(1);
        graphics.setStroke(gridPaint());
        graphics.setFill(labelPaint());
        for (int i = 0; i < ticks.size(); i++) {
            double y = Math.floor(vertical.pixel(ticks.get(i))) + 0.5;
            graphics.strokeLine(horizontal.from(), y, horizontal.to(), y);
            String label = labels.get(i);
            graphics.fillText(label, horizontal.from() - GAP - textWidth(label), y - line / 2 + ascent);
        }
        double widest = textWidth(numbers.apply(horizontal.values().high())) * 2.2 + GAP;
        int wanted = (int) Math.max(2, (horizontal.to() - horizontal.from()) / widest);
        for (double tick : Ticks.whole(horizontal.values(), Math.min(wanted, 8))) {
            String label = numbers.apply(tick);
            double half = textWidth(label) / 2;
            double x = Math.clamp(horizontal.pixel(tick), horizontal.from() + half, horizontal.to() - half + GAP);
            graphics.fillText(label, x - half, vertical.from() + GAP / 2 + ascent);
        }
    }

    private List<String> tickLabels(List<Double> ticks, boolean log) {
        if (log && ticks.size() > 1 && ticks.get(1) / ticks.get(0) > 5) {
            return ticks.stream().map(tick -> numbers.apply(tick)).toList();
        }
        int digits = Ticks.fractionDigits(ticks);
        return ticks.stream()
                .map(tick -> digits > 5 ? numbers.apply(tick) : String.format(language, "%." + digits + "f", tick))
                .toList();
    }

    private void setZoom(@Nullable Span span) {
        zoom = span;
        zoomed.set(span != null);
        repaint();
    }

    private Span wholeSpan() {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Curve curve : visibleCurves()) {
            low = Math.min(low, curve.x(0));
            high = Math.max(high, curve.x(curve.size() - 1));
        }
        if (low > high) {
            return new Span(0, 1);
        }
        return low == high ? new Span(low, low + 1) : new Span(low, high);
    }

    private double textWidth(String text) {
        ruler.setText(text);
        return ruler.getLayoutBounds().getWidth();
    }

    private double lineHeight() {
        ruler.setText("0");
        return ruler.getLayoutBounds().getHeight();
    }
}
