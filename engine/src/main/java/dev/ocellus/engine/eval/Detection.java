package dev.ocellus.engine.eval;

/**
 * One predicted box, as an evaluator sees it: COCO's {@code x, y, w, h} in pixels of the original image. Immutable.
 *
 * @param imageId the image it was found in; images are ordered by this number where scores tie
 * @param cls class index, from zero
 * @param x left edge, pixels
 * @param y top edge, pixels
 * @param w width, pixels
 * @param h height, pixels
 * @param score confidence; must be finite, because a ranking is built from it
 */
public record Detection(long imageId, int cls, double x, double y, double w, double h, double score) {

    /** Refuses what cannot be ranked or compared: a non-finite number or a negative class. */
    public Detection {
        if (!Double.isFinite(x + y + w + h) || !Double.isFinite(score) || cls < 0) {
            throw new IllegalArgumentException("not a detection: class " + cls + ", box " + x + " " + y + " " + w + " "
                    + h + ", score " + score + " in image " + imageId);
        }
    }
}
