/** Measures of detections against ground truth: average precision, precision and recall, confusion. */
@NullMarked
package dev.ocellus.engine.eval;

import org.jspecify.annotations.NullMarked;
