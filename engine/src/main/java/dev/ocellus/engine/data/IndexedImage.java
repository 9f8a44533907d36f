package dev.ocellus.engine.data;

import org.jspecify.annotations.Nullable;

/**
 * What the index knows of a file that should be an image.
 *
 * @param item the image; null where it was refused
 * @param refusedRows rows of its label file that were left out
 * @param problems what was wrong or remarkable
 */
record IndexedImage(@Nullable ImageItem item, int refusedRows, ProblemLog problems) {}
