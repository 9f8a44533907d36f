/** Batches made ahead by threads that share one cache, in an order that does not depend on timing. */
@NullMarked
package dev.ocellus.engine.data.loader;

import org.jspecify.annotations.NullMarked;
