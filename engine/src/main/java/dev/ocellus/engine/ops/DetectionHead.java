package dev.ocellus.engine.ops;

import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.TensorSpec;

/**
 * What YOLOv9's head predicts: for each anchor the distribution of the distances to the left, top, right and bottom edge
 * over {@link #BINS} bins of one stride each, side after side, then one logit a class.
 *
 * <p>Source: X. Li et al., Generalized Focal Loss, arXiv:2006.04388, section 3 (distributions); C.-Y. Wang et al.,
 * arXiv:2402.13616.
 */
public record DetectionHead(AnchorGrid grid, int classes) {
    /** Distances 0, 1, …, 15 strides. */
    public static final int BINS = 16;
    /** Channels of the four distributions. */
    public static final int BOX_CHANNELS = 4 * BINS;
    /** Longest distance in strides that training aims at: a hair less than the last bin. */
    public static final double MAX_DISTANCE = BINS - 1.01;
    /** Numbers of one target: class, x1, y1, x2, y2. */
    public static final int TARGET_FIELDS = 5;

    /** Channels of the raw predictions. */
    public int channels() {
        return BOX_CHANNELS + classes;
    }

    /** Raw predictions [N, A, 64 + classes] of {@code images} images. */
    TensorSpec raw(int images) {
        return TensorSpec.f32(images, grid.anchors(), channels());
    }

    /** One number for each anchor of each image. */
    TensorSpec perAnchor(int images, DType type) {
        return new TensorSpec(raw(images).shape().with(-1, 1), type);
    }

    /** Four distances in strides (left, top, right, bottom) for each anchor of each image. */
    TensorSpec distances(int images) {
        return TensorSpec.f32(images, grid.anchors(), 4);
    }

    /** Checks raw predictions and gives their number of images. */
    int imagesOf(TensorSpec raw) {
        int images = raw.shape().images();
        if (!raw.equals(raw(images))) {
            throw new IllegalArgumentException("expected predictions " + raw(images) + ", got " + raw);
        }
        return images;
    }

    /** Checks targets [N, T, 5]. */
    void checkTargets(TensorSpec targets, int images) {
        if (!targets.equals(TensorSpec.f32(images, targets.shape().pixels(), TARGET_FIELDS))) {
            throw new IllegalArgumentException("expected targets [" + images + ", T, 5], got " + targets);
        }
    }
}
