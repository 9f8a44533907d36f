package dev.ocellus.engine.eval;

/**
 * One point of a precision-recall curve.
 *
 * @param recall share of the objects found
 * @param precision highest precision reached at this recall or above; 0 beyond the highest recall
 * @param confidence the score at which this recall is reached; 0 beyond the highest recall
 */
public record CurvePoint(double recall, double precision, double confidence) {}
