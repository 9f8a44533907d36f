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
