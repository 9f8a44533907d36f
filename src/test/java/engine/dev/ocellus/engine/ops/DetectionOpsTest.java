package dev.ocellus.engine.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.graph.Autodiff;
import dev.ocellus.engine.graph.Graph;
import dev.ocellus.engine.graph.Node;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.graph.Value;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DetectionOpsTest {

    private static final DetectionHead HEAD = new DetectionHead(new AnchorGrid(64, 96), 3);

    @Test
    void levelsFollowEachOtherFinestFirst() {
        AnchorGrid grid = new AnchorGrid(64, 96);
        assertEquals(
                List.of(
                        new AnchorGrid.Level(8, 8, 12, 0),
                        new AnchorGrid.Level(16, 4, 6, 96),
                        new AnchorGrid.Level(32, 2, 3, 120)),
                grid.levels());
        assertEquals(126, grid.anchors());
        assertEquals(8400, new AnchorGrid(640, 640).anchors());
    }

    @Test
    void refusesAnInputThatDoesNotDivideIntoCells() {
        assertThrows(IllegalArgumentException.class, () -> new AnchorGrid(100, 96));
        assertThrows(IllegalArgumentException.class, () -> new AnchorGrid(96, 0));
    }

    @Test
    void refusesOperandsOfOtherShapes() {
        TaskAlignedAssign assign = new TaskAlignedAssign(HEAD);
        TensorSpec raw = TensorSpec.f32(2, 126, 67);
        assertThrows(
                IllegalArgumentException.class,
                () -> assign.infer(List.of(TensorSpec.f32(2, 126, 68), TensorSpec.f32(2, 8, 5))));
        assertThrows(IllegalArgumentException.class, () -> assign.infer(List.of(raw, TensorSpec.f32(2, 8, 6))));
        assertThrows(IllegalArgumentException.class, () -> assign.infer(List.of(raw, TensorSpec.f32(1, 8, 5))));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DetectionLoss(HEAD).infer(List.of(raw, TensorSpec.f32(2, 8, 5))));
        assertEquals(List.of(TensorSpec.f32(2, 7, 126)), new DecodeDetections(HEAD).infer(List.of(raw)));
    }

    @Test
    void onlyTheRawPredictionsReceiveAGradientAndOnlyFromTheTotal() {
        Graph graph = new Graph();
        Value raw = graph.stored("raw", Shape.of(2, 126, 67), Store.PARAMETERS, 0, true);
        Value targets = graph.input("targets", TensorSpec.f32(2, 8, 5));
        List<Value> operands = new ArrayList<>(List.of(raw, targets));
        operands.addAll(graph.apply(new TaskAlignedAssign(HEAD), List.of(raw, targets)));
        List<Value> losses = graph.apply(new DetectionLoss(HEAD), operands);
        Value seed = graph.apply(new Fill(losses.get(0).spec(), 1), List.of()).get(0);
        Autodiff autodiff = new Autodiff(graph, new Add(), new Copy());
        autodiff.backward(Map.of(losses.get(0), seed));

        Node last = graph.nodes().get(graph.nodes().size() - 1);
        assertEquals(new DetectionLossGradient(new DetectionLoss(HEAD)), last.op());
        operands.add(seed);
        assertEquals(operands, last.inputs());
        assertEquals(last.output(0), autodiff.gradientOf(raw));
        assertTrue(operands.stream().filter(v -> v != raw && v != seed).allMatch(v -> autodiff.gradientOf(v) == null));
    }
}
