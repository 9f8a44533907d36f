/** State and behaviour of the views, without a window. */
@NullMarked
package dev.ocellus.app.viewmodels;

import org.jspecify.annotations.NullMarked;
