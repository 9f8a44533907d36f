/** Faults as the window shows them. */
@NullMarked
package dev.ocellus.app.faults;

import org.jspecify.annotations.NullMarked;
