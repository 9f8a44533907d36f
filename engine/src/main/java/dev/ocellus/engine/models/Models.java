package dev.ocellus.engine.models;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.models.yolo9.Yolo9Keys;
import dev.ocellus.engine.models.yolo9.Yolo9Model;
import dev.ocellus.engine.models.yolo9.Yolo9Recognition;
import dev.ocellus.engine.models.yolo9.Yolo9Size;
import dev.ocellus.engine.weights.WeightsFile;
import java.util.Optional;

/** All families. */
public final class Models {
    private Models() {}

    /**
     * A model by family and size, as in {@code yolo9} and {@code t}.
     *
     * @throws StudioException of kind USAGE if there is no such family or size
     */
    public static Model create(String family, String size, int classes) {
        return find(family, size, classes)
                .orElseThrow(() -> new StudioException(
                        StudioException.Kind.USAGE,
                        "There is no model %s%s.".formatted(family, size),
                        "Use yolo9t, yolo9s, yolo9m or yolo9c."));
    }

    /** A model by family and size; empty if there is no such family or size. */
    public static Optional<Model> find(String family, String size, int classes) {
        return family.equals("yolo9")
                ? Optional.ofNullable(Yolo9Size.of(size)).map(network -> new Yolo9Model(network, classes))
                : Optional.empty();
    }

    /** The model that the weights of a file were made for, told by names and shapes; empty if no family knows them. */
    public static Optional<Model> recognise(WeightsFile file) {
        return Yolo9Recognition.of(file.current(new Yolo9Keys())).map(Model.class::cast);
    }
}
