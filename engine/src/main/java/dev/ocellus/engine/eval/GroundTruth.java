package dev.ocellus.engine.eval;

/**
 * One labelled object: COCO's {@code x, y, w, h} in pixels of the original image. Immutable.
 *
 * @param imageId the image it lies in
 * @param cls class index, from zero
 * @param x left edge, pixels
 * @param y top edge, pixels
 * @param w width, pixels
 * @param h height, pixels
 * @param area what the size classes go by: the mask's area where there is a mask, else {@code w * h}; square pixels
 * @param crowd a region of many objects: it never counts as missed, and any number of detections inside it are
 *     excused rather than counted as false
 */
public record GroundTruth(long imageId, int cls, double x, double y, double w, double h, double area, boolean crowd) {

    /** Refuses what cannot be compared: a non-finite number or a negative class. */
    public GroundTruth {
        if (!Double.isFinite(x + y + w + h + area) || cls < 0) {
            throw new IllegalArgumentException("not a ground truth: class " + cls + ", box " + x + " " + y + " " + w
                    + " " + h + ", area " + area + " in image " + imageId);
        }
    }

    /** A single object without a mask: its area is that of its box. */
    public static GroundTruth box(long imageId, int cls, double x, double y, double w, double h) {
        return new GroundTruth(imageId, cls, x, y, w, h, w * h, false);
    }
}
