/** Start of the studio. */
@NullMarked
package dev.ocellus.app;

import org.jspecify.annotations.NullMarked;
