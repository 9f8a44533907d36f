package dev.ocellus.engine.train;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.ops.AdamUpdate;
import dev.ocellus.engine.ops.ParameterRange;
import dev.ocellus.engine.ops.SgdUpdate;
import java.util.List;

/** The optimizers, with the state that each keeps for every parameter. */
public enum OptimizerKind {
    /** Stochastic gradient descent with (Nesterov) momentum. */
    SGD(List.of(Store.MOMENT1)),
    /** Adam with weight decay added to the gradient. */
    ADAM(List.of(Store.MOMENT1, Store.MOMENT2)),
    /** Adam with decoupled weight decay. */
    ADAMW(List.of(Store.MOMENT1, Store.MOMENT2));

    /** Term in Adam's denominator, PyTorch's default. */
    private static final float EPSILON = 1e-8f;

    private final List<Store> state;

    OptimizerKind(List<Store> state) {
        this.state = state;
    }

    /** Stores that hold the optimizer's state. */
    public List<Store> state() {
        return state;
    }

    /** The update of the given ranges. */
    Op update(boolean nesterov, List<ParameterRange> ranges) {
        return switch (this) {
            case SGD -> new SgdUpdate(nesterov, ranges);
            case ADAM -> new AdamUpdate(false, EPSILON, ranges);
            case ADAMW -> new AdamUpdate(true, EPSILON, ranges);
        };
    }
}
