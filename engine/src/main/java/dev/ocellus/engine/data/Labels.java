package dev.ocellus.engine.data;

import java.util.List;

/**
 * What a label file gives.
 *
 * @param boxes boxes in the order of the rows
 * @param refusedRows rows that were left out
 * @param problems what was wrong or remarkable
 */
record Labels(List<Box> boxes, int refusedRows, ProblemLog problems) {}
