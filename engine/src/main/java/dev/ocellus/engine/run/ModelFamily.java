package dev.ocellus.engine.run;

import java.util.List;

/** The model families that can be trained, with the sizes of each. */
public enum ModelFamily {
    /** YOLOv9 without its auxiliary branch: Wang, Yeh, Liao, ECCV 2024. */
    YOLO9("yolo9", List.of("t", "s", "m", "c"));

    private final String key;
    private final List<String> sizes;

    ModelFamily(String key, List<String> sizes) {
        this.key = key;
        this.sizes = sizes;
    }

    /** The family's name in file and option values. */
    public String key() {
        return key;
    }

    /** Letters of its sizes, small to large. */
    public List<String> sizes() {
        return sizes;
    }

    /** Names of its models, such as {@code yolo9t}. */
    public List<String> models() {
        return sizes.stream().map(key::concat).toList();
    }
}
