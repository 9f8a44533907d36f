package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.models.yolo9.Yolo9Keys;
import dev.ocellus.engine.models.yolo9.Yolo9Model;
import dev.ocellus.engine.models.yolo9.Yolo9Size;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.nn.StateLayout;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.HostTensor;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import dev.ocellus.engine.train.StepGraphs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches the tensors of a real YOLOv9-t checkpoint (legacy names, five classes) with our networks. */
class MatchedWeightsTest {
    private static final int CLASSES = 5;

    private final SequencedMap<String, HostTensor> file = legacyTensors();

    @Test
    void everyTensorOfALegacyCheckpointHasItsPlace() {
        LoadReport report = match(new Yolo9Model(Yolo9Size.T, CLASSES)).report();
        report.requireWhole();
        assertEquals(List.of(), report.unexpected());
        assertEquals(List.of(), report.replaced());
        assertEquals(file.size(), report.loaded() + counters(report));
        assertEquals(2, report.lines().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 80})
    void otherClassesReplaceOnlyTheLastClassConvolutions(int classes) {
        Model model = new Yolo9Model(Yolo9Size.T, CLASSES).withClasses(classes);
        LoadReport report = match(model).report();
        report.requireWhole();
        assertEquals(
                Stream.of(0, 1, 2)
                        .flatMap(level ->
                                Stream.of("weight", "bias").map(kind -> "head.class_convs." + level + ".2." + kind))
                        .toList(),
                report.replaced().stream().map(LoadReport.Mismatch::name).toList());
        assertEquals(file.size() - 6, report.loaded() + counters(report));
        assertTrue(report.lines().get(1).startsWith("5 classes in the file, " + classes + " here"));
    }

    @Test
    void theAuxiliaryBranchAndConstantsAreLeftOutWithAReason() {
        add("aux.spp.cv1.conv.weight", 64, 128, 1, 1);
        add("aux_head.cv3.0.2.bias", 5);
        add("head.dfl.conv.weight", 1, 16, 1, 1);
        add("head.strides", 3);
        LoadReport report = match(new Yolo9Model(Yolo9Size.T, CLASSES)).report();
        report.requireWhole();
        assertEquals(List.of(), report.unexpected());
        assertEquals(3, report.unused().size());
        assertTrue(report.lines().stream().anyMatch(line -> line.startsWith("2 tensors left out: the auxiliary")));
        assertTrue(report.lines().stream().anyMatch(line -> line.startsWith("2 tensors left out: constants")));
    }

    @Test
    void missingUnexpectedAndMisshapenTensorsAreNamed() {
        file.remove("backbone.elan1.cv1.conv.weight");
        add("backbone.spp.cv1.conv.weight", 64, 128, 3, 3);
        add("backbone.attention.weight", 7);
        LoadReport report = match(new Yolo9Model(Yolo9Size.T, CLASSES)).report();
        assertEquals(List.of("backbone.elan1.conv1.conv.weight"), report.missing());
        assertEquals(List.of("backbone.attention.weight"), report.unexpected());
        assertEquals(
                List.of(new LoadReport.Mismatch(
                        "backbone.spp.conv1.conv.weight", Shape.of(64, 128, 3, 3), Shape.of(64, 128, 1, 1))),
                report.misshapen());
        StudioException fault = assertThrows(StudioException.class, report::requireWhole);
        assertEquals(StudioException.Kind.MODEL, fault.kind());
        for (String named : List.of(
                "file.pt",
                "backbone.elan1.conv1.conv.weight",
                "backbone.attention.weight",
                "backbone.spp.conv1.conv.weight [64, 128, 3, 3] instead of [64, 128, 1, 1]")) {
            assertTrue(fault.getMessage().contains(named), fault.getMessage());
        }
    }

    @Test
    void anotherSizeIsRefusedAndTheListIsShort() {
        LoadReport report = match(new Yolo9Model(Yolo9Size.S, CLASSES)).report();
        StudioException fault = assertThrows(StudioException.class, report::requireWhole);
        assertTrue(fault.getMessage().length() < 1000, fault.getMessage());
    }

    @Test
    void twoTensorsOfOneNameAreRefused() {
        add("backbone.elan1.conv1.conv.weight", 32, 32, 1, 1);
        StudioException fault = assertThrows(StudioException.class, () -> match(new Yolo9Model(Yolo9Size.T, CLASSES)));
        assertTrue(fault.getMessage().contains("backbone.elan1.conv1.conv.weight twice"), fault.getMessage());
    }

    @Test
    void theModelIsRecognisedByItsTensors() {
        assertEquals(Optional.of(new Yolo9Model(Yolo9Size.T, CLASSES)), Models.recognise(weights()));
        file.remove("head.cv3.0.2.weight");
        assertEquals(Optional.empty(), Models.recognise(weights()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "s", "m", "c"})
    void everySizeIsRecognisedWithTheWidthOfItsClassTowers(String size) {
        Yolo9Model model = new Yolo9Model(Yolo9Size.of(size), 80, 96);
        file.clear();
        wanted(model).forEach((name, shape) -> file.put(name, zeros(shape)));
        assertEquals(Optional.of(model), Models.recognise(weights()));
        Model other = Models.recognise(weights()).orElseThrow().withClasses(3);
        MatchedWeights matched = match(other);
        matched.report().requireWhole();
        assertEquals(6, matched.report().replaced().size());
    }

    @Test
    void matchedTensorsAreThoseOfTheFile() {
        MatchedWeights matched = match(new Yolo9Model(Yolo9Size.T, CLASSES));
        assertSame(file.get("head.cv2.0.2.bias"), matched.tensors().get("head.anchor_convs.0.2.bias"));
    }

    private static int counters(LoadReport report) {
        assertEquals(1, report.unused().size());
        return report.unused().firstEntry().getValue();
    }

    private MatchedWeights match(Model model) {
        return MatchedWeights.of(weights(), new Yolo9Keys(), wanted(model));
    }

    private WeightsFile weights() {
        return new WeightsFile(Path.of("file.pt"), new StateDict(file), ModelFacts.of(Map.of()));
    }

    private static SequencedMap<String, Shape> wanted(Model model) {
        SequencedMap<String, Shape> wanted = new LinkedHashMap<>();
        for (Parameter parameter : StepGraphs.layout(model).all()) {
            wanted.put(parameter.name(), StateLayout.stateShape(parameter.shape()));
        }
        return wanted;
    }

    private void add(String name, int... dims) {
        file.put(name, zeros(Shape.of(dims)));
    }

    private static HostTensor zeros(Shape shape) {
        return new HostTensor(new TensorSpec(shape, DType.BOOL), MemorySegment.NULL.reinterpret(shape.elements()));
    }

    private static SequencedMap<String, HostTensor> legacyTensors() {
        SequencedMap<String, HostTensor> tensors = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                MatchedWeightsTest.class.getResourceAsStream("/weights/yolo9t-tensors.txt"), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> {
                String[] parts = line.split(" ", 2);
                int[] dims = Stream.of(parts[1].split(","))
                        .filter(dim -> !dim.isEmpty())
                        .mapToInt(Integer::parseInt)
                        .toArray();
                tensors.put(parts[0], zeros(Shape.of(dims)));
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return tensors;
    }
}
