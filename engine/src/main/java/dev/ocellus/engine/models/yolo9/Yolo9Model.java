package dev.ocellus.engine.models.yolo9;

import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Layers;
import dev.ocellus.engine.ops.AnchorGrid;
import dev.ocellus.engine.ops.DecodeDetections;
import dev.ocellus.engine.ops.DetectionHead;
import dev.ocellus.engine.ops.DetectionLoss;
import dev.ocellus.engine.ops.TaskAlignedAssign;
import dev.ocellus.engine.weights.KeyMap;
import java.util.ArrayList;
import java.util.List;

/**
 * YOLOv9 for detection: {@link Yolo9Network} with task-aligned assignment and its loss.
 *
 * @param classWidth hidden channels of the class towers; weights that were made for other classes bring theirs along
 */
public record Yolo9Model(Yolo9Size network, int classes, int classWidth) implements Model {
    private static final List<String> GROUPS = List.of(
            "backbone.conv0",
            "backbone.conv1",
            "backbone.elan1",
            "backbone.down2",
            "backbone.elan2",
            "backbone.down3",
            "backbone.elan3",
            "backbone.down4",
            "backbone.elan4",
            "backbone.spp",
            "neck.elan_up1",
            "neck.elan_up2",
            "neck.down1",
            "neck.elan_down1",
            "neck.down2",
            "neck.elan_down2",
            "head");

    /** A new network, as wide as its classes ask for. */
    public Yolo9Model(Yolo9Size network, int classes) {
        this(network, classes, network.classWidth(classes));
    }

    @Override
    public String family() {
        return "yolo9";
    }

    @Override
    public String size() {
        return network.name();
    }

    @Override
    public int stride() {
        return 32;
    }

    @Override
    public float inputScale() {
        return 1 / 255f;
    }

    @Override
    public Layers.Norm norm() {
        return Yolo9Network.NORM;
    }

    @Override
    public Value network(Layers layers, Value images) {
        return Yolo9Network.build(layers, images, network, classWidth, classes);
    }

    @Override
    public List<String> lossNames() {
        return List.of("box", "cls", "dfl", "num_fg");
    }

    @Override
    public Loss loss(Graph graph, Value images, Value raw, Value targets) {
        DetectionHead head = head(images);
        List<Value> operands = new ArrayList<>(List.of(raw, targets));
        operands.addAll(graph.apply(new TaskAlignedAssign(head), List.of(raw, targets)));
        List<Value> results = graph.apply(new DetectionLoss(head), operands);
        return new Loss(results.get(0), results.get(1));
    }

    @Override
    public Value predictions(Graph graph, Value images, Value raw) {
        return graph.apply(new DecodeDetections(head(images)), raw);
    }

    @Override
    public List<String> groups() {
        return GROUPS;
    }

    @Override
    public KeyMap keys() {
        return new Yolo9Keys();
    }

    @Override
    public Yolo9Model withClasses(int count) {
        return new Yolo9Model(network, count, classWidth);
    }

    private DetectionHead head(Value images) {
        int height = images.shape().dim(1);
        int width = images.shape().dim(2);
        return new DetectionHead(new AnchorGrid(height, width), classes);
    }
}
