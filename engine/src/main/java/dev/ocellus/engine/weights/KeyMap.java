package dev.ocellus.engine.weights;

import java.util.Optional;

/** How the names of a family's tensors in files relate to the names of its network. Stateless. */
public interface KeyMap {
    /**
     * The network's name of a tensor, whichever layout of names its file has. A name that is current already, or that no
     * layout knows, is returned as it is; so mapping twice changes nothing.
     */
    String current(String name);

    /**
     * Why a tensor of a file has no place in the network although it belongs to the family; empty for all others.
     *
     * @param name a current name
     */
    Optional<String> unused(String name);

    /**
     * Whether the outermost dimension of a tensor is the number of classes, so that a network for other classes has to
     * learn it anew.
     *
     * @param name a current name
     */
    boolean perClass(String name);
}
