/** Training: the steps of a model, schedules, the loop over epochs, checkpoints. The only place that makes threads. */
@NullMarked
package dev.ocellus.engine.train;

import org.jspecify.annotations.NullMarked;
