package dev.ocellus.engine.eval;

/**
 * A box that non-maximum suppression kept, in pixels of the network's input.
 *
 * @param cls class index
 * @param x1 left
 * @param y1 top
 * @param x2 right
 * @param y2 bottom
 * @param score confidence
 */
public record ScoredBox(int cls, float x1, float y1, float x2, float y2, float score) {

    /**
     * The same box in an image that was shrunk by {@code ratio} and put into the top left corner of the input.
     *
     * @param imageId the image
     * @param ratio input pixels per image pixel
     */
    public Detection toDetection(long imageId, double ratio) {
        return new Detection(imageId, cls, x1 / ratio, y1 / ratio, (x2 - x1) / ratio, (y2 - y1) / ratio, score);
    }
}
