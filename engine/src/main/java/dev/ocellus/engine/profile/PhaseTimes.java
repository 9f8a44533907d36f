package dev.ocellus.engine.profile;

import dev.ocellus.engine.graph.Phase;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Sums of kernel times by phase and by operation. Filled by the thread that runs steps, read when they are done. */
public final class PhaseTimes implements CallObserver {
    private final Map<Phase, Long> phases = new EnumMap<>(Phase.class);
    private final Map<String, Long> operations = new TreeMap<>();

    @Override
    public void called(Call call, long nanos) {
        phases.merge(call.node().phase(), nanos, Long::sum);
        operations.merge(call.node().op().name(), nanos, Long::sum);
    }

    /** Nanoseconds by phase. */
    public Map<Phase, Long> phases() {
        return Collections.unmodifiableMap(phases);
    }

    /** Nanoseconds by operation. */
    public Map<String, Long> operations() {
        return Collections.unmodifiableMap(operations);
    }
}
