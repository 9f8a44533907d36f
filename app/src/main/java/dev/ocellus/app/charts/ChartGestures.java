package dev.ocellus.app.charts;

import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/**
 * Mouse and keys of a chart: wheel or + and − zoom, drag pans, the pointer or the arrow keys move the cross-hair, a
 * double click or 0 shows everything, Escape takes the cross-hair away.
 */
final class ChartGestures {

    private static final double CLOSER = 0.8;
    private static final double KEY_PIXELS = 8;

    private final CurveChart chart;
    private double dragX;

    private ChartGestures(CurveChart chart) {
        this.chart = chart;
    }

    static void install(CurveChart chart) {
        ChartGestures gestures = new ChartGestures(chart);
        chart.setOnMouseMoved(event -> chart.setCursor(gestures.pixel(event)));
        chart.setOnMouseExited(event -> chart.setCursor(Double.NaN));
        chart.setOnMousePressed(gestures::press);
        chart.setOnMouseDragged(gestures::drag);
        chart.setOnScroll(gestures::scroll);
        chart.setOnKeyPressed(gestures::key);
    }

    private double pixel(MouseEvent event) {
        return event.getX() - chart.snappedLeftInset();
    }

    private void press(MouseEvent event) {
        chart.requestFocus();
        dragX = event.getX();
        if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            chart.resetZoom();
        }
    }

    private void drag(MouseEvent event) {
        chart.pan(event.getX() - dragX);
        dragX = event.getX();
        chart.setCursor(pixel(event));
    }

    private void scroll(ScrollEvent event) {
        if (event.getDeltaY() != 0) {
            double pixel = event.getX() - chart.snappedLeftInset();
            chart.zoomAt(event.getDeltaY() > 0 ? CLOSER : 1 / CLOSER, pixel);
            event.consume();
        }
    }

    private void key(KeyEvent event) {
        double at = Double.isNaN(chart.cursor()) ? chart.middle() : chart.cursor();
        switch (event.getCode()) {
            case LEFT -> chart.setCursor(at - KEY_PIXELS);
            case RIGHT -> chart.setCursor(at + KEY_PIXELS);
            case PLUS, ADD, EQUALS -> chart.zoomAt(CLOSER, at);
            case MINUS, SUBTRACT -> chart.zoomAt(1 / CLOSER, at);
            case DIGIT0, NUMPAD0 -> chart.resetZoom();
            case ESCAPE -> chart.setCursor(Double.NaN);
            default -> {
                return;
            }
        }
        event.consume();
    }
}
