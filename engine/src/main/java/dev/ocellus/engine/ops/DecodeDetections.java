package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.List;

/**
 * Boxes and scores from the head's raw predictions [N, A, 64 + classes]: [N, 4 + classes, A], that is x1, y1, x2, y2 in
 * input pixels (the anchor's point less or plus stride times the expected distance; not cut to the input), then each
 * class's sigmoid. For validation and inference; has no gradient.
 */
public record DecodeDetections(DetectionHead head) implements Op {
    @Override
    public String name() {
        return "decode_detections";
    }

    @Override
    public List<TensorSpec> infer(List<TensorSpec> inputs) {
        int images = head.imagesOf(inputs.get(0));
        return List.of(TensorSpec.f32(images, 4 + head.classes(), head.grid().anchors()));
    }
}
