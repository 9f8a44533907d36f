/** A small synthetic dataset, drawn from a seed. */
@NullMarked
package dev.ocellus.engine.data.sample;

import org.jspecify.annotations.NullMarked;
