package dev.ocellus.engine.models.yolo9;

import dev.ocellus.engine.weights.KeyMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of YOLOv9's tensors. Three layouts are in use: the current one, which is the network's; the legacy one of
 * LibreYOLO up to version 1.6 ({@code cv1} for {@code conv1}, {@code m} for {@code bottleneck}, {@code cv2} and {@code
 * cv3} for the towers of the head); and the numbered one of MultimediaTechLab/YOLO, where every module is an element of a
 * list. Names may carry the prefixes that wrappers of a model add ({@code module.}, {@code model.}).
 */
public final class Yolo9Keys implements KeyMap {
    private static final Pattern WRAPPERS = Pattern.compile("^((module|model)\\.)+");
    private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\.(.+)");
    private static final Pattern NUMBERED_TOWER = Pattern.compile("heads\\.(\\d+)\\.(anchor_conv|class_conv)\\.(.+)");
    private static final Pattern LEGACY_HEAD = Pattern.compile("((?:aux_)?head)\\.(one2one_)?cv([23])\\.(.+)");
    private static final Pattern CLASS_LAYER = Pattern.compile("head\\.class_convs\\.\\d+\\.2\\.(weight|bias)");
    private static final Pattern CONSTANT =
            Pattern.compile("head\\.(dfl|strides?|anchors|heads\\.\\d+\\.anc2vec)\\b.*");

    private static final int NUMBER_OF_HEAD = 22;

    /** Modules of the numbered layout up to the head; the numbers between are poolings, resizings and concatenations. */
    private static final Map<Integer, String> MODULES = Map.ofEntries(
            Map.entry(0, "backbone.conv0"),
            Map.entry(1, "backbone.conv1"),
            Map.entry(2, "backbone.elan1"),
            Map.entry(3, "backbone.down2"),
            Map.entry(4, "backbone.elan2"),
            Map.entry(5, "backbone.down3"),
            Map.entry(6, "backbone.elan3"),
            Map.entry(7, "backbone.down4"),
            Map.entry(8, "backbone.elan4"),
            Map.entry(9, "backbone.spp"),
            Map.entry(12, "neck.elan_up1"),
            Map.entry(15, "neck.elan_up2"),
            Map.entry(16, "neck.down1"),
            Map.entry(18, "neck.elan_down1"),
            Map.entry(19, "neck.down2"),
            Map.entry(21, "neck.elan_down2"),
            Map.entry(NUMBER_OF_HEAD, "head"));

    @Override
    public String current(String name) {
        String bare = WRAPPERS.matcher(name).replaceFirst("");
        Matcher numbered = NUMBERED.matcher(bare);
        if (numbered.matches()) {
            return fromNumbered(name, numbered.group(1), numbered.group(2));
        }
        if (bare.startsWith("detect.")) {
            bare = "head." + bare.substring("detect.".length());
        }
        return bare.startsWith("head.") || bare.startsWith("aux_head.") ? legacyHead(bare) : legacyBlock(bare);
    }

    private static String fromNumbered(String name, String number, String rest) {
        int index = number.length() < 4 ? Integer.parseInt(number) : Integer.MAX_VALUE;
        String module = MODULES.get(index);
        if (module == null) {
            // What follows the head is the auxiliary branch, in an order that depends on the size.
            return index > NUMBER_OF_HEAD && index < 1000 ? "aux." + number + "." + rest : name;
        }
        Matcher tower = NUMBERED_TOWER.matcher(rest);
        return index == NUMBER_OF_HEAD && tower.matches()
                ? "head." + tower.group(2) + "s." + tower.group(1) + "." + tower.group(3)
                : module + "." + rest;
    }

    private static String legacyHead(String name) {
        Matcher legacy = LEGACY_HEAD.matcher(name);
        if (!legacy.matches()) {
            return name;
        }
        String tower = (legacy.group(2) == null ? "" : "one_to_one_")
                + (legacy.group(3).equals("2") ? "anchor_convs." : "class_convs.");
        return legacy.group(1) + "." + tower + legacy.group(4);
    }

    private static String legacyBlock(String name) {
        String[] parts = name.split("\\.", -1);
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].matches("cv\\d*")) {
                parts[i] = "conv" + parts[i].substring(2);
            } else if (parts[i].equals("m")) {
                parts[i] = "bottleneck";
            }
        }
        return String.join(".", parts);
    }

    @Override
    public Optional<String> unused(String name) {
        if (name.startsWith("aux.") || name.startsWith("aux_head.")) {
            return Optional.of("the auxiliary branch, which this network trains without");
        }
        return CONSTANT.matcher(name).matches()
                ? Optional.of("constants (anchors, strides, distance bins), which the network computes")
                : Optional.empty();
    }

    @Override
    public boolean perClass(String name) {
        return CLASS_LAYER.matcher(name).matches();
    }
}
