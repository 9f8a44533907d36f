package dev.ocellus.engine.train;

import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptionType;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Derives from a configuration what the parts of a run need. Pure functions. */
final class RunSettings {
    private RunSettings() {}

    /** What stays the same in all steps of a run. */
    static StepSettings step(RunConfig config, Model model) {
        List<String> trainable = StepGraphs.layout(model).all().stream()
                .filter(parameter -> parameter.store() == Store.PARAMETERS)
                .map(Parameter::name)
                .toList();
        Set<String> frozen = new FreezeSelector(model.groups(), trainable).frozen(config.get(ModelOptions.FREEZE));
        return StepSettings.of(config, accumulation(config, 1).batches() > 1, frozen);
    }

    /** How batches are summed before an update. */
    static Accumulation accumulation(RunConfig config, int batchesPerEpoch) {
        return Accumulation.of(config.get(DataOptions.NBS), config.get(DataOptions.BATCH), batchesPerEpoch);
    }

    /** The options as texts, for a checkpoint. */
    static Map<String, String> texts(RunConfig config) {
        Map<String, String> texts = new LinkedHashMap<>();
        config.settings().forEach(setting -> texts.put(setting.option().name(), text(setting)));
        return texts;
    }

    private static <T> String text(Setting<T> setting) {
        return setting.option().type().format(setting.effective());
    }

    /** Why a setting is not what was asked for, or has no effect. */
    static <T> String explain(Setting<T> setting) {
        OptionType<T> type = setting.option().type();
        String asked = setting.option().name() + "=" + type.format(setting.requested());
        return setting.changed()
                ? "%s: %s holds, since %s.".formatted(asked, type.format(setting.effective()), setting.why())
                : "%s has no effect: it is %s.".formatted(asked, setting.why());
    }

    /** A dataset in a run's record. */
    static Map<String, @Nullable Object> describe(Dataset dataset) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("source", dataset.source());
        plain.put("classes", dataset.classNames());
        Map<String, Integer> images = new LinkedHashMap<>();
        dataset.splits().forEach((part, items) -> images.put(part.key(), items.size()));
        plain.put("images", images);
        plain.put("problems", dataset.problems().size());
        plain.put("fingerprint", DatasetFingerprint.of(dataset));
        return plain;
    }
}
