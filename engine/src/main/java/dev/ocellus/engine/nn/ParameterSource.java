package dev.ocellus.engine.nn;

import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.tensor.Shape;

/** Gives layers the places of their parameters: declares them while a layout is made, looks them up afterwards. */
public interface ParameterSource {
    /**
     * The parameter or buffer of the given full name.
     *
     * @throws IllegalArgumentException if the name is taken, or unknown with this shape
     */
    Parameter get(String name, Shape shape, Init init, Store store, int decayGroup);
}
