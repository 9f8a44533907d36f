package dev.ocellus.app.charts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import javafx.css.CssMetaData;
import javafx.css.FontCssMetaData;
import javafx.css.StyleConverter;
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
 * A region that paints on a canvas of its own size, with all paints and the font from the style sheet: {@code -oc-series}
 * (a list), {@code -oc-grid}, {@code -oc-label}, {@code -oc-rule}, {@code -fx-font}. It paints again when its size or
 * one of these changes.
 */
public abstract class PaintedRegion extends Region {

    private static final Paint[] NO_PAINTS = {Color.TRANSPARENT};

    private static final CssMetaData<PaintedRegion, Paint[]> SERIES =
            meta("-oc-series", PaintConverter.SequenceConverter.getInstance(), NO_PAINTS, region -> region.series);
    private static final CssMetaData<PaintedRegion, Paint> GRID =
            meta("-oc-grid", PaintConverter.getInstance(), Color.TRANSPARENT, region -> region.grid);
    private static final CssMetaData<PaintedRegion, Paint> LABEL =
            meta("-oc-label", PaintConverter.getInstance(), Color.TRANSPARENT, region -> region.label);
    private static final CssMetaData<PaintedRegion, Paint> RULE =
            meta("-oc-rule", PaintConverter.getInstance(), Color.TRANSPARENT, region -> region.rule);
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

    private final StyleableObjectProperty<Paint[]> series = property(SERIES, NO_PAINTS);
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
        return series.get()[Math.floorMod(colour, series.get().length)];
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
        Collections.addAll(all, SERIES, GRID, LABEL, RULE, FONT);
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

    @SuppressWarnings("unchecked") // the sequence converter is typed by its parsed parts, not by its result
    private static <T> CssMetaData<PaintedRegion, T> meta(
            String name, StyleConverter<?, ?> converter, T initial, Function<PaintedRegion, StyleableProperty<T>> of) {
        return new CssMetaData<>(name, (StyleConverter<?, T>) converter, initial) {
            @Override
            public boolean isSettable(PaintedRegion region) {
                return true;
            }

            @Override
            public StyleableProperty<T> getStyleableProperty(PaintedRegion region) {
                return of.apply(region);
            }
        };
    }
}
