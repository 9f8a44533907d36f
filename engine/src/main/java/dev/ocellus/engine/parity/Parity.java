package dev.ocellus.engine.parity;

import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.models.yolo9.Yolo9Keys;
import dev.ocellus.engine.run.ModelFamily;
import dev.ocellus.engine.train.StepGraphs.StepShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges a backend by files of reference values that other programs have computed in double precision. A file holds any
 * number of cases; what kind a case is of shows in its content.
 */
public final class Parity {

    /**
     * What was found.
     *
     * @param deviations every quantity of every case that was run
     * @param skipped cases that were not run, each with the reason
     */
    public record Report(List<Deviation> deviations, List<String> skipped) {

        /** Whether everything that was compared is within its limits. */
        public boolean passed() {
            return deviations.stream().allMatch(Deviation::passed);
        }
    }

    private final Backend backend;
    private final List<Deviation> deviations = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    private Parity(Backend backend) {
        this.backend = backend;
    }

    /**
     * Runs every case of a file.
     *
     * @throws StudioException of kind DATA if the file cannot be read or holds no case that is known
     */
    public static Report run(Path file, Backend backend, Progress progress) {
        JsonNode root = read(file);
        Parity parity = new Parity(backend);
        int done = 0;
        if (root.isArray()) {
            for (JsonNode reference : root) {
                progress.report("comparing", done++, root.size());
                parity.add(reference.path("name").asString("case " + done), reference);
            }
        } else {
            for (Map.Entry<String, JsonNode> reference : root.properties()) {
                progress.report("comparing", done++, root.size());
                parity.add(reference.getKey(), reference.getValue());
            }
        }
        progress.report("comparing", done, root.size());
        if (parity.deviations.isEmpty()) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "Nothing in %s can be compared.".formatted(file),
                    String.join("; ", parity.skipped));
        }
        return new Report(List.copyOf(parity.deviations), List.copyOf(parity.skipped));
    }

    private void add(String subject, JsonNode reference) {
        if (reference.has("detections")) {
            deviations.addAll(AveragePrecisionParity.run(subject, reference));
        } else if (reference.has("tensors") && reference.has("train_outputs")) {
            detector(subject, reference);
        } else {
            skipped.add(subject + ": no case of a kind that is known");
        }
    }

    private void detector(String subject, JsonNode reference) {
        String family = reference.get("family").asString();
        if (!family.equals(ModelFamily.YOLO9.key())) {
            skipped.add(subject + ": the family " + family + " is not known");
            return;
        }
        Model model = Models.create(
                family,
                reference.get("size").asString(),
                reference.get("classes").asInt());
        int[] input =
                reference.get("input").valueStream().mapToInt(JsonNode::asInt).toArray();
        int targets = reference.get("targets").get(0).size();
        StepShape shape = new StepShape(input[0], input[2], input[3], targets);
        deviations.addAll(new DetectorParity(subject, reference, model, shape, new Yolo9Keys()::current).run(backend));
    }

    private static JsonNode read(Path file) {
        if (!Files.isReadable(file)) {
            throw new StudioException(
                    StudioException.Kind.DATA, file + " cannot be read.", "Give a file of reference values.");
        }
        try {
            return JsonMapper.shared().readTree(file);
        } catch (JacksonException e) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "%s is not valid JSON: %s.".formatted(file, e.getOriginalMessage()),
                    "Give a file of reference values.",
                    e);
        }
    }
}
