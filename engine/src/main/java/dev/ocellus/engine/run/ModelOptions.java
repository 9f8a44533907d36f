package dev.ocellus.engine.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of the network and its starting weights. */
public final class ModelOptions {

    /** Which network. */
    public static final Option<String> MODEL = Option.named("model", models(), "yolo9t")
            .in(Group.MODEL, "Model", "Network and its size.")
            .scopes(Scope.TRAIN, Scope.BENCH_STEP)
            .declare();

    /** File with weights to start from or to use. */
    public static final Option<Optional<Path>> WEIGHTS = Option.named(
                    "weights", new FilePath("a .safetensors or .pt file"), Optional.<Path>empty())
            .aliases("pretrained", "checkpoint")
            .in(
                    Group.MODEL,
                    "Weights",
                    "Checkpoint to start from (training) or to use. Training from scratch needs none.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT)
            .declare();

    /** Height and width of the network's input. */
    public static final Option<ImageSize> IMGSZ = Option.named(
                    "imgsz", new ImageSizeType(32, 4096), new ImageSize(640, 640))
            .aliases("img_size", "image_size")
            .unit("px")
            .in(Group.MODEL, "Image size", "Side of the network's input, or height x width.")
            .scopes(Scope.TRAIN, Scope.VAL, Scope.PREDICT, Scope.BENCH_STEP, Scope.BENCH_LOADER)
            .declare();

    /** Parameters that stay as they are. */
    public static final Option<String> FREEZE = Option.named(
                    "freeze", new Text("a number of leading groups, group indices, names or patterns", "SELECTOR"), "")
            .in(
                    Group.MODEL,
                    "Freeze",
                    "Parts that are not trained: a number N for the first N groups of the network, or a comma list of"
                            + " group indices, names, prefixes and patterns such as backbone.*.")
            .declare();

    private ModelOptions() {}

    private static Choice models() {
        List<String> names = new ArrayList<>();
        Map<String, String> synonyms = new HashMap<>();
        for (ModelFamily family : ModelFamily.values()) {
            for (String size : family.sizes()) {
                String name = family.key() + size;
                names.add(name);
                for (String other : List.of(family.key(), family.key().replace("yolo", "yolov"))) {
                    for (String separator : List.of("", "-", "_")) {
                        synonyms.put(other + separator + size, name);
                    }
                }
            }
        }
        return new Choice(names, synonyms);
    }
}
