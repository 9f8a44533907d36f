/** A step with every place fixed: kernel calls in order, one arena, results written where they are needed. */
@NullMarked
package dev.ocellus.engine.program;

import org.jspecify.annotations.NullMarked;
