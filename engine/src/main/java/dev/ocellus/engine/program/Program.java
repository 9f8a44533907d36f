package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Cost;
import dev.ocellus.engine.graph.Phase;
import dev.ocellus.engine.graph.Store;
import java.util.List;
import java.util.Map;

/**
 * A step for one shape, ready for a backend: kernel calls in order, all places fixed. Immutable.
 *
 * @param arenaBytes memory that the step needs besides the stores
 * @param inputs places that the host fills before a step, by name
 * @param outputs places that the host may read after a step, by name
 * @param storeElements least size of each store that the program uses
 */
public record Program(
        List<Call> calls,
        long arenaBytes,
        Map<String, Slab> inputs,
        Map<String, Slab> outputs,
        Map<Store, Long> storeElements) {
    /**
     * The place of an input.
     *
     * @throws IllegalArgumentException if there is none of the name
     */
    public Slab input(String name) {
        return named(inputs, name);
    }

    /**
     * The place of an output.
     *
     * @throws IllegalArgumentException if there is none of the name
     */
    public Slab output(String name) {
        return named(outputs, name);
    }

    private static Slab named(Map<String, Slab> places, String name) {
        Slab slab = places.get(name);
        if (slab == null) {
            throw new IllegalArgumentException("the program has no " + name + " but " + places.keySet());
        }
        return slab;
    }

    /** Arithmetic and least traffic of the calls of a phase. */
    public Cost cost(Phase phase) {
        long flops = 0;
        long bytes = 0;
        for (Call call : calls) {
            if (call.node().phase() == phase) {
                Cost cost = call.node().cost();
                flops += cost.flops();
                bytes += cost.bytes();
            }
        }
        return new Cost(flops, bytes);
    }
}
