package dev.ocellus.engine.eval;

import java.util.List;

/**
 * What the COCO evaluator found.
 *
 * @param summary the twelve numbers
 * @param perClass one row a class, in class order, classes without ground truth included
 */
public record CocoResult(CocoSummary summary, List<ClassAveragePrecision> perClass) {

    /** Keeps a copy of the rows. */
    public CocoResult {
        perClass = List.copyOf(perClass);
    }
}
