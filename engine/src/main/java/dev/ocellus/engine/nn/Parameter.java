package dev.ocellus.engine.nn;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.tensor.Shape;

/**
 * A named tensor of a model's state.
 *
 * @param name full path, as in the state dict
 * @param shape OHWI for weights of convolutions
 * @param store {@link Store#PARAMETERS} or {@link Store#BUFFERS}
 * @param offset first element in the store
 * @param decayGroup 0 for weights of convolutions and linear layers, 1 for everything else
 */
public record Parameter(String name, Shape shape, Init init, Store store, long offset, int decayGroup) {}
