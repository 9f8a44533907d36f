/** Charts drawn on a canvas; they know curves and numbers, and nothing of training. */
@NullMarked
package dev.ocellus.app.charts;

import org.jspecify.annotations.NullMarked;
