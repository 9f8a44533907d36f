/** A run from outside: its configuration and the schema of all options, its state, its folder. */
@NullMarked
package dev.ocellus.engine.run;

import org.jspecify.annotations.NullMarked;
