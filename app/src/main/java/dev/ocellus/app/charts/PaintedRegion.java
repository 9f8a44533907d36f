package dev.ocellus.app.charts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.css.CssMetaData;
import javafx.css.FontCssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableObjectProperty;
import javafx.css.StyleableProperty;
import javafx.css.converter.PaintConverter;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;

/**
 * A region that paints on a canvas of its own size, with all paints and the font from the style sheet: {@code -oc-paint-1}
 * to {@code -oc-paint-8} for series, {@code -oc-grid}, {@code -oc-label}, {@code -oc-rule}, {@code -fx-font}. It paints again when its size or
 * one of these changes.
 */
public abstract class PaintedRegion extends Region {

    /** How many series have a colour of their own; after these the first comes again. */
    public static final int SERIES_COLOURS = 8;

    private static final List<CssMetaData<PaintedRegion, Paint>> SERIES = IntStream.range(0, SERIES_COLOURS)
            .mapToObj(i -> paint("-oc-paint-" + (i + 1), region -> region.series.get(i)))
            .toList();
    private static final CssMetaData<PaintedRegion, Paint> GRID = paint("-oc-grid", region -> region.grid);
    private static final CssMetaData<PaintedRegion, Paint> LABEL = paint("-oc-label", region -> region.label);
    private static final CssMetaData<PaintedRegion, Paint> RULE = paint("-oc-rule", region -> region.rule);
    private static final CssMetaData<PaintedRegion, Font> FONT = new FontCssMetaData<>("-fx-font", Font.getDefault()) {
        @Override
        public boolean isSettable(PaintedRegion region) {
            return !region.font.isBound();
        }

        @Override
        public StyleableProperty<Font> getStyleableProperty(PaintedRegion region) {
            return region.font;
        }
    };
    private static final List<CssMetaData<? extends Styleable, ?>> META_DATA = metaData();

    private final List<StyleableObjectProperty<Paint>> series = SERIES.stream()
            .map(meta -> property(meta, (Paint) Color.TRANSPARENT))
            .toList();
    private final StyleableObjectProperty<Paint> grid = property(GRID, Color.TRANSPARENT);
    private final StyleableObjectProperty<Paint> label = property(LABEL, Color.TRANSPARENT);
    private final StyleableObjectProperty<Paint> rule = property(RULE, Color.TRANSPARENT);
    private final StyleableObjectProperty<Font> font = property(FONT, Font.getDefault());

    private final Canvas canvas = new Canvas();

    protected PaintedRegion() {
        canvas.setManaged(false);
        getChildren().add(canvas);
    }

    /** Paints everything; the canvas is clear and has the given size. */
    protected abstract void paint(GraphicsContext graphics, double width, double height);

    /** Paints again now. */
    public final void repaint() {
        GraphicsContext graphics = canvas.getGraphicsContext2D();
        graphics.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        if (canvas.getWidth() > 0 && canvas.getHeight() > 0) {
            graphics.save();
            graphics.setFont(font.get());
            paint(graphics, canvas.getWidth(), canvas.getHeight());
            graphics.restore();
        }
    }

    protected final Paint seriesPaint(int colour) {
        return series.get(Math.floorMod(colour, SERIES_COLOURS)).get();
    }

    protected final Paint gridPaint() {
        return grid.get();
    }

    protected final Paint labelPaint() {
        return label.get();
    }

    protected final Paint rulePaint() {
        return rule.get();
    }

    protected final Font font() {
        return font.get();
    }

    @Override
    protected void layoutChildren() {
        canvas.relocate(snappedLeftInset(), snappedTopInset());
        double width = Math.max(0, getWidth() - snappedLeftInset() - snappedRightInset());
        double height = Math.max(0, getHeight() - snappedTopInset() - snappedBottomInset());
        if (width != canvas.getWidth() || height != canvas.getHeight()) {
            canvas.setWidth(width);
            canvas.setHeight(height);
            repaint();
        }
    }

    public static List<CssMetaData<? extends Styleable, ?>> getClassCssMetaData() {
        return META_DATA;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return META_DATA;
    }

    private static List<CssMetaData<? extends Styleable, ?>> metaData() {
        List<CssMetaData<? extends Styleable, ?>> all = new ArrayList<>(Region.getClassCssMetaData());
        all.addAll(SERIES);
        Collections.addAll(all, GRID, LABEL, RULE, FONT);
        return Collections.unmodifiableList(all);
    }

    private <T> StyleableObjectProperty<T> property(CssMetaData<PaintedRegion, T> meta, T initial) {
        return new StyleableObjectProperty<>(initial) {
            @Override
            protected void invalidated() {
                get();
                repaint();
            }

            @Override
            public Object getBean() {
                return PaintedRegion.this;
            }

            @Override
            public String getName() {
                return meta.getProperty();
            }

            @Override
            public CssMetaData<PaintedRegion, T> getCssMetaData() {
                return meta;
            }
        };
    }

    private static CssMetaData<PaintedRegion, Paint> paint(
            String name, Function<PaintedRegion, StyleableProperty<Paint>> of) {
        return new CssMetaData<>(name, PaintConverter.getInstance(), Color.TRANSPARENT) {
            @Override
            public boolean isSettable(PaintedRegion region) {
                return true;
            }

            @Override
            public StyleableProperty<Paint> getStyleableProperty(PaintedRegion region) {
                return of.apply(region);
            }
        };
    }
}
