package dev.ocellus.engine.data;

/**
 * One labelled object: a class and a rectangle as fractions of the upright image, the YOLO convention. Inside a
 * {@link Dataset} a box lies within the image, has an area and a class that the dataset names. Immutable.
 *
 * @param cls class index, from zero
 * @param cx centre from the left edge, 0 to 1 of the width
 * @param cy centre from the top edge, 0 to 1 of the height
 * @param w width, 0 to 1 of the image's
 * @param h height, 0 to 1 of the image's
 */
public record Box(int cls, float cx, float cy, float w, float h) {

    /** Left edge, 0 to 1. */
    public float left() {
        return cx - w / 2;
    }

    /** Top edge, 0 to 1. */
    public float top() {
        return cy - h / 2;
    }

    /** Right edge, 0 to 1. */
    public float right() {
        return cx + w / 2;
    }

    /** Bottom edge, 0 to 1. */
    public float bottom() {
        return cy + h / 2;
    }
}
