/** Symbolic computations: nodes with operations and shapes, and the gradients added to them. */
@NullMarked
package dev.ocellus.engine.graph;

import org.jspecify.annotations.NullMarked;
