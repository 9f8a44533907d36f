/** The views, one for each place of the window. */
@NullMarked
package dev.ocellus.app.views;

import org.jspecify.annotations.NullMarked;
