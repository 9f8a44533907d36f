/** What everything in the engine may use: the fault that a person can cure, progress and cancellation. */
@NullMarked
package dev.ocellus.engine;

import org.jspecify.annotations.NullMarked;
