package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Task-aligned assignment of anchors to targets, as YOLOv9 is trained with. Nothing here has a gradient.
 *
 * <p>Operands: raw predictions [N, A, 64 + classes]; targets [N, T, 5] = class, x1, y1, x2, y2 in input pixels, class −1
 * in rows that hold none. Results:
 *
 * <ol>
 *   <li>expected distances [N, A, 4] in strides (softmax over the bins): left, top, right, bottom;
 *   <li>I32 [N, A, 1]: the target's row for each positive anchor, else −1;
 *   <li>weight [N, A, 1]: the class score that a positive anchor shall learn, 0 for the others;
 *   <li>[N, 2]: each image's sum of weights and number of positive anchors.
 * </ol>
 *
 * <p>Rules. The alignment of an anchor with a target is CIoU⁶ · √(class probability), CIoU cut to 0…1. An anchor may be
 * chosen if its point lies in the box (edges included) and no edge is farther than {@link DetectionHead#MAX_DISTANCE}
 * strides. Each target chooses its {@value #TOP} best such anchors with an alignment above 0; a target that finds none
 * takes the best anchor of all, inside or not, if that has an alignment above 0. An anchor chosen by several targets goes
 * to the one with the highest CIoU, the earliest of equals. The weight is the alignment, divided by the largest among the
 * target's remaining anchors plus 10⁻⁹, times the largest CIoU among them. Equal alignments: the lower anchor first.
 *
 * <p>Quirks of the reference that are kept: the added 10⁻⁹ makes weights of badly fitting anchors (alignment below about
 * 10⁻⁹) nearly vanish; classes beyond the last count as the last.
 *
 * <p>Source: C. Feng et al., TOOD, arXiv:2108.07755, section 3.2; exponents and limits of YOLOv9.
 */
public record TaskAlignedAssign(DetectionHead head) implements Op {
    /** Anchors that a target chooses. */
    public static final int TOP = 10;
    /** Exponent of the CIoU in the alignment; that of the class probability is one half. */
    public static final int OVERLAP_EXPONENT = 6;
    /** Added to the largest alignment before dividing by it. */
    public static final double NORMALISER_EPSILON = 1e-9;

    @Override
    public String name() {
        return "task_aligned_assign";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        int images = head.imagesOf(inputs.get(0));
        head.checkTargets(inputs.get(1), images);
        return List.of(
                head.distances(images),
                head.perAnchor(images, DType.I32),
                head.perAnchor(images, DType.F32),
                TensorSpec.f32(images, 2));
    }
}
