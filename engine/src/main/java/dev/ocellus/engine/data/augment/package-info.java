/** Changes of training samples: letterbox, mosaic, affine maps, colours, flips, mixtures; each drawn from a seed. */
@NullMarked
package dev.ocellus.engine.data.augment;

import org.jspecify.annotations.NullMarked;
