package dev.ocellus.app.charts;

import javafx.scene.layout.Region;

/** A small square in the colour of a series or class. */
public final class Swatch extends Region {

    public Swatch(int colour) {
        getStyleClass().add("swatch");
        setColour(colour);
    }

    public void setColour(int colour) {
        paint(this, colour);
    }

    /** Gives any region the colour of a series or class. */
    public static void paint(Region region, int colour) {
        region.getStyleClass().removeIf(style -> style.startsWith("series-"));
        region.getStyleClass().add("series-" + (Math.floorMod(colour, PaintedRegion.SERIES_COLOURS) + 1));
    }
}
