/** Decoded images kept in memory or on disk, within a budget. */
@NullMarked
package dev.ocellus.engine.data.cache;

import org.jspecify.annotations.NullMarked;
