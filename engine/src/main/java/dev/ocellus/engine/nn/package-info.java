/** Layers that build graphs, and the parameters they need. */
@NullMarked
package dev.ocellus.engine.nn;

import org.jspecify.annotations.NullMarked;
