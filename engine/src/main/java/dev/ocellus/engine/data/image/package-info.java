/** Image files: what their headers say, and decoding to upright RGB. */
@NullMarked
package dev.ocellus.engine.data.image;

import org.jspecify.annotations.NullMarked;
