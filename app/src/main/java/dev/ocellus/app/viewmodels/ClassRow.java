package dev.ocellus.app.viewmodels;

/**
 * A class of a dataset.
 *
 * @param boxes its boxes in all parts
 * @param share of the boxes of the most frequent class, 0 to 1
 */
public record ClassRow(int index, String name, long boxes, double share) {}
