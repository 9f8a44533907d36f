package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All options, in the order in which they are shown. */
public final class Schema {

    /** Every option of every scope. */
    public static final List<Option<?>> OPTIONS = List.of(
            ModelOptions.MODEL,
            ModelOptions.WEIGHTS,
            ModelOptions.IMGSZ,
            ModelOptions.FREEZE,
            DataOptions.DATA,
            ValidationOptions.SOURCE,
            ValidationOptions.SPLIT,
            DataOptions.BATCH,
            DataOptions.NBS,
            DataOptions.WORKERS,
            DataOptions.CACHE,
            DataOptions.MAX_LABELS,
            OptimizationOptions.EPOCHS,
            OptimizationOptions.OPTIMIZER,
            OptimizationOptions.LR0,
            OptimizationOptions.MOMENTUM,
            OptimizationOptions.NESTEROV,
            OptimizationOptions.BETAS,
            OptimizationOptions.WEIGHT_DECAY,
            OptimizationOptions.SCHEDULER,
            OptimizationOptions.WARMUP_EPOCHS,
            OptimizationOptions.WARMUP_LR_START,
            OptimizationOptions.WARMUP_MOMENTUM,
            OptimizationOptions.MIN_LR_RATIO,
            OptimizationOptions.CLIP_MAX_NORM,
            OptimizationOptions.EMA,
            OptimizationOptions.EMA_DECAY,
            AugmentationOptions.NO_AUG_EPOCHS,
            AugmentationOptions.MOSAIC_PROB,
            AugmentationOptions.MOSAIC_SCALE,
            AugmentationOptions.DEGREES,
            AugmentationOptions.TRANSLATE,
            AugmentationOptions.SHEAR,
            AugmentationOptions.PERSPECTIVE,
            AugmentationOptions.MIXUP_PROB,
            AugmentationOptions.MULTI_SCALE,
            AugmentationOptions.HSV_PROB,
            AugmentationOptions.FLIP_PROB,
            AugmentationOptions.FLIPUD,
            ValidationOptions.EVAL_INTERVAL,
            ValidationOptions.CONF,
            ValidationOptions.IOU,
            ValidationOptions.MAX_DET,
            ValidationOptions.PATIENCE,
            ComputeOptions.DEVICE,
            ComputeOptions.AMP,
            ComputeOptions.AMP_DTYPE,
            ComputeOptions.CUDA_GRAPH,
            ComputeOptions.TF32,
            ComputeOptions.CUDNN_BENCHMARK,
            ComputeOptions.THREADS,
            ComputeOptions.SEED,
            ComputeOptions.DETERMINISTIC,
            OutputOptions.PROJECT,
            OutputOptions.NAME,
            OutputOptions.EXIST_OK,
            OutputOptions.RESUME,
            OutputOptions.SAVE_PERIOD,
            OutputOptions.LOG_INTERVAL,
            BenchOptions.STEPS,
            BenchOptions.WARMUP_STEPS,
            BenchOptions.CLASSES,
            BenchOptions.BATCHES,
            ParityOptions.FILE,
            DoctorOptions.DECODE,
            DoctorOptions.MACHINE);

    private static final Map<String, Option<?>> BY_NAME = byName();

    private Schema() {}

    /** The options of a scope. */
    public static List<Option<?>> of(Scope scope) {
        return OPTIONS.stream()
                .filter(option -> option.scopes().contains(scope))
                .toList();
    }

    /** The option of that name or alias in a scope; {@code -} and {@code _} are alike, case does not matter. */
    public static Optional<Option<?>> lookUp(Scope scope, String name) {
        Option<?> option = BY_NAME.get(key(name));
        return Optional.<Option<?>>ofNullable(option)
                .filter(found -> found.scopes().contains(scope));
    }

    /**
     * The same, where it must exist.
     *
     * @throws StudioException of kind USAGE with the nearest valid name if there is none in this scope
     */
    public static Option<?> find(Scope scope, String name) {
        return lookUp(scope, name).orElseThrow(() -> unknown(scope, name));
    }

    private static StudioException unknown(Scope scope, String name) {
        Option<?> elsewhere = BY_NAME.get(key(name));
        String command = scope.command();
        String message = elsewhere == null
                ? "There is no option %s.".formatted(name)
                : "%s has no option %s.".formatted(command, elsewhere.name());
        List<String> names = new ArrayList<>();
        BY_NAME.forEach((each, of) -> {
            if (of.scopes().contains(scope)) {
                names.add(each);
            }
        });
        String cure = NearestName.to(key(name), names)
                .map("Did you mean %s?"::formatted)
                .orElse("ocellus %s --help lists the options.".formatted(command));
        return new StudioException(StudioException.Kind.USAGE, message, cure);
    }

    private static String key(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    }

    private static Map<String, Option<?>> byName() {
        Map<String, Option<?>> byName = new LinkedHashMap<>();
        for (Option<?> option : OPTIONS) {
            byName.put(option.name(), option);
            option.aliases().forEach(alias -> byName.put(alias, option));
        }
        return byName;
    }
}
