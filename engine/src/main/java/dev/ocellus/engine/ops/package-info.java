/** The operations, one file each: rule for shapes, rule for gradients, cost. */
@NullMarked
package dev.ocellus.engine.ops;

import org.jspecify.annotations.NullMarked;
