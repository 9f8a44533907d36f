/** Compares a device with values that reference implementations computed. */
@NullMarked
package dev.ocellus.engine.parity;

import org.jspecify.annotations.NullMarked;
