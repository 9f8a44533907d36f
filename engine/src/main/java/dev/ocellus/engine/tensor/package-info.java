/** Shapes, element types and tensors in host memory. */
@NullMarked
package dev.ocellus.engine.tensor;

import org.jspecify.annotations.NullMarked;
