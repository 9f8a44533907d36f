package dev.ocellus.app.charts;

import java.util.List;
import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The values of all shown curves at the cross-hair, beside it. */
final class ChartReadout extends VBox {

    private static final double DISTANCE = 12;

    private final String xName;
    private final DoubleFunction<String> numbers;

    ChartReadout(String xName, DoubleFunction<String> numbers) {
        this.xName = xName;
        this.numbers = numbers;
        getStyleClass().add("chart-readout");
        setMouseTransparent(true);
        setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        setVisible(false);
    }

    void show(CurveChart chart) {
        double x = chart.cursorValue();
        List<Curve> curves = chart.visibleCurves();
        setVisible(!Double.isNaN(x) && !curves.isEmpty());
        if (!isVisible()) {
            return;
        }
        getChildren().clear();
        int nearest = nearest(curves.getFirst(), x);
        Label head = new Label(
                xName + " " + numbers.apply(Math.rint(curves.getFirst().x(nearest))));
        head.getStyleClass().add("readout-head");
        getChildren().add(head);
        for (Curve curve : curves) {
            getChildren().add(row(curve, curve.y(nearest(curve, x))));
        }
        autosize();
        double right = chart.cursor() + DISTANCE;
        boolean fits = right + prefWidth(-1) < chart.getWidth();
        setTranslateX(fits ? right : Math.max(0, chart.cursor() - DISTANCE - prefWidth(-1)));
        setTranslateY(DISTANCE);
    }

    private HBox row(Curve curve, double value) {
        Label name = new Label(curve.name());
        HBox.setHgrow(name, Priority.ALWAYS);
        name.setMaxWidth(Double.MAX_VALUE);
        Label number = new Label(numbers.apply(value));
        number.getStyleClass().add("readout-value");
        HBox row = new HBox(new Swatch(curve.colour()), name, number);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("readout-row");
        return row;
    }

    private static int nearest(Curve curve, double x) {
        int low = 0;
        int high = curve.size() - 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (curve.x(middle) < x) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.abs(curve.x(low) - x) <= Math.abs(curve.x(high) - x) ? low : high;
    }
}
