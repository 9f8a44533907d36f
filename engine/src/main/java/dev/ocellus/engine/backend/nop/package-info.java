/** Executes nothing: a device for tests of shapes, plans and places, which only follows who writes where. */
@NullMarked
package dev.ocellus.engine.backend.nop;

import org.jspecify.annotations.NullMarked;
