package dev.ocellus.app.charts;

import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import org.jspecify.annotations.Nullable;

/** A picture, fitted into the region, with coloured rectangles over it. */
public final class BoxedImage extends PaintedRegion {

    private static final double OUTLINE = 2;

    /** A rectangle in fractions of the picture, and the number of its colour. */
    public record Frame(double left, double top, double right, double bottom, int colour) {}

    private @Nullable Image image;
    private List<Frame> frames = List.of();

    public BoxedImage() {
        getStyleClass().add("boxed-image");
    }

    /** Shows nothing until a picture comes. */
    public void clear() {
        image = null;
        repaint();
    }

    /** @param argb one int a pixel, row by row */
    public void show(int width, int height, int[] argb, List<Frame> over) {
        WritableImage picture = new WritableImage(width, height);
        picture.getPixelWriter().setPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), argb, 0, width);
        image = picture;
        frames = over;
        repaint();
    }

    @Override
    protected void paint(GraphicsContext graphics, double width, double height) {
        if (image == null) {
            return;
        }
        double scale = Math.min(width / image.getWidth(), height / image.getHeight());
        double shownWidth = image.getWidth() * scale;
        double shownHeight = image.getHeight() * scale;
        double x = Math.round((width - shownWidth) / 2);
        double y = Math.round((height - shownHeight) / 2);
        graphics.drawImage(image, x, y, shownWidth, shownHeight);
        graphics.setLineWidth(OUTLINE);
        for (Frame frame : frames) {
            graphics.setStroke(seriesPaint(frame.colour()));
            graphics.strokeRect(
                    x + frame.left() * shownWidth,
                    y + frame.top() * shownHeight,
                    (frame.right() - frame.left()) * shownWidth,
                    (frame.bottom() - frame.top()) * shownHeight);
        }
    }
}
