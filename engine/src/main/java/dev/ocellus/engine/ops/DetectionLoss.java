package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * YOLOv9's loss of a batch. Operands: raw predictions and targets, then the results of {@link TaskAlignedAssign} for
 * them, in its order. Results: the total (a scalar, the only result with a gradient) and [4]: its three parts box,
 * class and distribution as they enter the total, then the mean number of positive anchors an image.
 *
 * <p>With w the weight of an anchor and S the sum of all weights of the batch, at least 1:
 *
 * <ul>
 *   <li>box: {@code boxGain} · Σ w (1 − CIoU) / S over positive anchors, boxes in strides;
 *   <li>class: {@code classGain} · Σ BCE(logit, w where the class is the target's, else 0) / S over all anchors and
 *       classes;
 *   <li>distribution: {@code distributionGain} · Σ w · mean over the sides of the cross-entropy with the two bins around
 *       the wanted distance, cut to 0…{@link DetectionHead#MAX_DISTANCE} / S.
 * </ul>
 *
 * <p>CIoU = IoU − d²/c² − αv with v = 4/π² (Δ arctan(width / height))² and α = v / (v − IoU + 1), {@link #EPSILON} added
 * to the union, to c², to each height and to α's denominator. The gradient holds α fixed, and weights too. A batch without
 * positive anchors has box and distribution parts of 0.
 *
 * <p>Source: Z. Zheng et al., arXiv:1911.08287 (CIoU); X. Li et al., arXiv:2006.04388 (distribution).
 */
public record DetectionLoss(DetectionHead head, float boxGain, float classGain, float distributionGain) implements Op {
    /** Keeps divisions by areas and lengths finite; in square strides in the loss, square pixels in the assignment. */
    public static final double EPSILON = 1e-7;

    /** With YOLOv9's gains. */
    public DetectionLoss(DetectionHead head) {
        this(head, 7.5f, 0.5f, 1.5f);
    }

    @Override
    public String name() {
        return "detection_loss";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        List<TensorSpec> assignment = new TaskAlignedAssign(head).infer(inputs.subList(0, 2));
        if (!inputs.subList(2, inputs.size()).equals(assignment)) {
            throw new IllegalArgumentException(
                    "expected an assignment " + assignment + ", got " + inputs.subList(2, inputs.size()));
        }
        return List.of(new TensorSpec(Shape.SCALAR, DType.F32), TensorSpec.f32(4));
    }

    @Override
    public List<@Nullable Value> gradient(Node node, List<@Nullable Value> gradients, Graph graph) {
        Value total = gradients.get(0);
        @Nullable Value[] contributions = new Value[node.inputs().size()];
        if (total != null) {
            List<Value> operands = new ArrayList<>(node.inputs());
            operands.add(total);
            contributions[0] =
                    graph.apply(new DetectionLossGradient(this), operands).get(0);
        }
        return Arrays.asList(contributions);
    }
}
