/** Datasets as they lie on disk: descriptions, lists of images, labels, and every problem found in them, with its place. */
@NullMarked
package dev.ocellus.engine.data;

import org.jspecify.annotations.NullMarked;
