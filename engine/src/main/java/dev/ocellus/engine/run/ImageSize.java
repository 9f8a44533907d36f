package dev.ocellus.engine.run;

/** Size of the network's input in pixels. */
public record ImageSize(int height, int width) {

    /** {@code 640} for a square, {@code 384x640} (height first) otherwise. */
    @Override
    public String toString() {
        return height == width ? Integer.toString(height) : height + "x" + width;
    }
}
