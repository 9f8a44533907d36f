package dev.ocellus.engine.models.yolo9;

import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.weights.StateDict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells size, number of classes and width of the class towers of a YOLOv9 by the shapes of a few tensors. */
public final class Yolo9Recognition {
    private Yolo9Recognition() {}

    /**
     * The model that a state dict belongs to; empty if it is no YOLOv9 of a known size.
     *
     * @param state under current names, see {@link Yolo9Keys#current}
     */
    public static Optional<Yolo9Model> of(StateDict state) {
        int classes = outputs(state, "head.class_convs.0.2.weight");
        int classWidth = outputs(state, "head.class_convs.0.1.conv.weight");
        Yolo9Size size = size(state);
        return size == null || classes < 1 || classWidth < 1
                ? Optional.empty()
                : Optional.of(new Yolo9Model(size, classes, classWidth));
    }

    private static @Nullable Yolo9Size size(StateDict state) {
        int stem = outputs(state, "backbone.conv0.conv.weight");
        int part = outputs(state, "backbone.elan1.conv1.conv.weight");
        for (Yolo9Size size : List.of(Yolo9Size.T, Yolo9Size.S, Yolo9Size.M, Yolo9Size.C)) {
            if (size.stem()[0] == stem && size.parts()[0] == part) {
                return size;
            }
        }
        return null;
    }

    /** Output channels of a convolution, 0 if it is not there. */
    private static int outputs(StateDict state, String weight) {
        HostTensor tensor = state.get(weight);
        return tensor == null || tensor.shape().rank() != 4 ? 0 : tensor.shape().dim(0);
    }
}
