package dev.ocellus.engine.data;

/**
 * How many keypoints follow the box in a row of a pose dataset.
 *
 * @param count keypoints an object
 * @param values numbers a keypoint: 2 for x, y or 3 with the visibility
 */
record KeypointShape(int count, int values) {

    /** Columns of a row: class, box, keypoints. */
    int columns() {
        return 5 + count * values;
    }
}
