package dev.ocellus.engine.run;

import java.util.ArrayList;
import java.util.List;

/** Rules that tie options together: what follows from other values, and what cannot be together. */
final class ConfigRules {

    /** Most sizes to train at: each is a program of its own. */
    private static final int MOST_SIZES = 32;

    private ConfigRules() {}

    /** Replaces what cannot hold beside the other values and marks what has no effect, each with its reason. */
    static RunConfig adjust(RunConfig config) {
        if (config.scope() == Scope.TRAIN) {
            int epochs = config.get(OptimizationOptions.EPOCHS);
            String length = "the run has " + epochs + (epochs == 1 ? " epoch" : " epochs");
            config = atMost(config, OptimizationOptions.WARMUP_EPOCHS, epochs, length);
            config = atMost(config, AugmentationOptions.NO_AUG_EPOCHS, epochs, length);
            double lr0 = config.get(OptimizationOptions.LR0);
            config = atMost(config, OptimizationOptions.WARMUP_LR_START, lr0, "lr0 is " + Decimal.write(lr0));
        }
        if (config.has(ComputeOptions.AMP_DTYPE)
                && config.setting(ComputeOptions.AMP_DTYPE).source() != Source.DEFAULT
                && config.setting(ComputeOptions.AMP).source() == Source.DEFAULT) {
            config = config.withEffective(ComputeOptions.AMP, true, "amp_dtype is given");
        }
        for (Option<?> option : Schema.of(config.scope())) {
            Applies applies = option.applies();
            if (!applies.holds().test(config)) {
                config = config.withUnused(option, "used only " + applies.when());
            }
        }
        return config;
    }

    private static <T extends Comparable<T>> RunConfig atMost(RunConfig config, Option<T> option, T most, String why) {
        return config.get(option).compareTo(most) > 0 ? config.withEffective(option, most, why) : config;
    }

    static List<Problem> problems(RunConfig config) {
        List<Problem> problems = new ArrayList<>();
        boolean resumes = config.has(OutputOptions.RESUME)
                && !config.get(OutputOptions.RESUME).isEmpty();
        boolean machineOnly = config.has(DoctorOptions.MACHINE) && config.get(DoctorOptions.MACHINE);
        if (config.has(DataOptions.DATA) && config.get(DataOptions.DATA).isEmpty() && !resumes && !machineOnly) {
            problems.add(new Problem(
                    DataOptions.DATA, "No dataset is given.", "Add data=path/to/data.yaml, or data=FOLDER."));
        }
        if (config.scope() != Scope.TRAIN
                && config.has(ModelOptions.WEIGHTS)
                && config.get(ModelOptions.WEIGHTS).isEmpty()) {
            problems.add(new Problem(
                    ModelOptions.WEIGHTS,
                    "No weights are given.",
                    "Add weights=path/to/best.safetensors, the file that a training has left."));
        }
        if (config.has(ValidationOptions.SOURCE)
                && config.get(ValidationOptions.SOURCE).isEmpty()) {
            problems.add(new Problem(
                    ValidationOptions.SOURCE, "No images are given.", "Add source=IMAGE or source=FOLDER."));
        }
        if (config.has(ParityOptions.FILE) && config.get(ParityOptions.FILE).isEmpty()) {
            problems.add(new Problem(
                    ParityOptions.FILE, "No file is given.", "Add the path of a file of reference values."));
        }
        if (resumes
                && config.setting(ModelOptions.WEIGHTS).source() != Source.DEFAULT
                && config.setting(ModelOptions.WEIGHTS).source() != Source.RESUMED) {
            problems.add(new Problem(
                    ModelOptions.WEIGHTS,
                    "A run that is continued takes its weights from its own last checkpoint.",
                    "Leave out weights, or leave out resume to start a new run from them."));
        }
        if (config.has(AugmentationOptions.MULTI_SCALE)) {
            sizes(config, problems);
        }
        return problems;
    }

    private static void sizes(RunConfig config, List<Problem> problems) {
        ScaleRange range = config.get(AugmentationOptions.MULTI_SCALE);
        int count = range.sizes(config.get(ModelOptions.IMGSZ)).size();
        String given = "multi_scale=%s".formatted(range);
        if (count > MOST_SIZES) {
            problems.add(new Problem(
                    AugmentationOptions.MULTI_SCALE,
                    "%s means %d sizes; at most %d can be trained at.".formatted(given, count, MOST_SIZES),
                    "Take a larger step or a narrower range, for example multi_scale=on."));
        } else if (count == 1 && !range.equals(ScaleRange.OFF)) {
            problems.add(new Problem(
                    AugmentationOptions.MULTI_SCALE,
                    "%s means no size but imgsz=%s itself.".formatted(given, config.get(ModelOptions.IMGSZ)),
                    "Take a wider range or a smaller step, or multi_scale=off."));
        }
    }
}
