package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunConfigTest {

    @TempDir
    Path folder;

    private static RunConfig.Builder training() {
        return RunConfig.builder(Scope.TRAIN).set("data", "data.yaml", Source.COMMAND_LINE);
    }

    @Test
    void keepsWhatWasRequestedBesideWhatHoldsAndWhy() {
        RunConfig config = training()
                .set("epochs", "2", Source.COMMAND_LINE)
                .set("warmup_epochs", "3", Source.FILE)
                .build();
        Setting<Integer> warmup = config.setting(OptimizationOptions.WARMUP_EPOCHS);
        assertEquals(3, warmup.requested());
        assertEquals(2, warmup.effective());
        assertEquals("the run has 2 epochs", warmup.why());
        assertEquals(Source.FILE, warmup.source());
        assertEquals(2, config.get(AugmentationOptions.NO_AUG_EPOCHS));
    }

    @Test
    void aHalfTypeThatIsGivenMeansMixedPrecision() {
        RunConfig.Builder parity = RunConfig.builder(Scope.PARITY).set("file", "x.json", Source.COMMAND_LINE);
        assertFalse(parity.build().get(ComputeOptions.AMP));
        RunConfig half =
                parity.set("amp_dtype", "bfloat16", Source.COMMAND_LINE).build();
        assertTrue(half.get(ComputeOptions.AMP));
        assertEquals("amp_dtype is given", half.setting(ComputeOptions.AMP).why());
        assertTrue(half.setting(ComputeOptions.AMP_DTYPE).used());
        RunConfig off = parity.set("amp", "false", Source.COMMAND_LINE).build();
        assertFalse(off.get(ComputeOptions.AMP));
        assertFalse(off.setting(ComputeOptions.AMP_DTYPE).used());
    }

    @Test
    void theWarmUpNeverStartsAboveTheFullRate() {
        RunConfig config = training().set("lr0", "0.00001", Source.FORM).build();
        assertEquals(0.00001, config.get(OptimizationOptions.WARMUP_LR_START));
        assertEquals(
                "lr0 is 0.00001",
                config.setting(OptimizationOptions.WARMUP_LR_START).why());
    }

    @ParameterizedTest
    @CsvSource({
        "optimizer, adam, momentum", "optimizer, adamw, nesterov", "optimizer, sgd, betas", "mosaic, 0, degrees",
        "mosaic, 0, mixup_prob", "ema, false, ema_decay", "eval_interval, 0, patience",
                "scheduler, constant, min_lr_ratio",
        "warmup_epochs, 0, warmup_lr_start"
    })
    void anOptionWithoutEffectIsMarkedAndSaysWhy(String name, String value, String idle) {
        RunConfig config = training().set(name, value, Source.FORM).build();
        Setting<?> setting = config.setting(Schema.find(Scope.TRAIN, idle));
        assertFalse(setting.used());
        assertTrue(setting.why().startsWith("used only with "), setting.why());
    }

    @Test
    void laterFindingsAreRecordedToo() {
        RunConfig config = training().build().withEffective(DataOptions.WORKERS, 2, "this machine has 2 cores");
        assertEquals(8, config.setting(DataOptions.WORKERS).requested());
        assertEquals(2, config.get(DataOptions.WORKERS));
        assertTrue(config.setting(DataOptions.WORKERS).changed());
    }

    @Test
    void whatIsMissingIsNamedWithItsOption() {
        assertEquals(
                DataOptions.DATA,
                RunConfig.builder(Scope.TRAIN).problems().getFirst().option());
        assertThrows(StudioException.class, () -> RunConfig.builder(Scope.TRAIN).build());
        assertEquals(2, RunConfig.builder(Scope.VAL).problems().size());
        assertEquals(2, RunConfig.builder(Scope.PREDICT).problems().size());
        assertTrue(training().problems().isEmpty());
    }

    @Test
    void aContinuedRunNeedsNoDatasetAndTakesNoWeights() {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN).set("resume", "true", Source.COMMAND_LINE);
        assertTrue(builder.problems().isEmpty());
        builder.set("weights", "a.pt", Source.COMMAND_LINE);
        assertEquals(ModelOptions.WEIGHTS, builder.problems().getFirst().option());
    }

    @Test
    void aFileAsksForTheSameAgain() throws IOException {
        RunConfig config = training()
                .set("model", "yolo9-s", Source.FORM)
                .set("imgsz", "384x640", Source.FORM)
                .set("mosaic_scale", "0.25,4", Source.FORM)
                .set("weights", "it's here.pt", Source.FORM)
                .set("freeze", "backbone.*, 3", Source.FORM)
                .set("epochs", "2", Source.FORM)
                .set("cache", "ram", Source.FORM)
                .build();
        Path file = folder.resolve("train_config.yaml");
        ConfigFile.write(file, config);
        RunConfig.Builder again = RunConfig.builder(Scope.TRAIN);
        ConfigFile.read(file, again, Source.FILE);
        for (Setting<?> setting : again.build().settings()) {
            isTheSame(config, setting);
        }
        assertTrue(Files.readString(file).contains("warmup_epochs: 3  # used: 2, since the run has 2 epochs\n"));
    }

    private static <T> void isTheSame(RunConfig config, Setting<T> again) {
        OptionType<T> type = again.option().type();
        Setting<T> before = config.setting(again.option());
        assertEquals(type.plain(before.requested()), type.plain(again.requested()));
        assertEquals(type.plain(before.effective()), type.plain(again.effective()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "epochs: 3\\nbacth: 4 | line 2: There is no option bacth. | Did you mean batch?",
                "# x\\n\\nlr0: fast | line 3: lr0=fast is not valid. | lr0 takes a number from 0 to 10.",
                "lr0: {a: 1} | line 1: A single value is expected here. | Options are not nested.",
                "- a\\n- b | line 1: This is not a list of options. | Write one \"option: value\" a line.",
                "lr0: 1\\nlr: 2 | line 2: lr is given twice, first in line 1. | Leave out one of the two.",
                "a: [1 | line 1: This is not valid YAML | Correct the line.",
            })
    void faultsInAFileNameFileAndLine(String text, String message, String cure) throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, text.replace("\\n", "\n"));
        StudioException e = assertThrows(
                StudioException.class, () -> ConfigFile.read(file, RunConfig.builder(Scope.TRAIN), Source.FILE));
        assertEquals(StudioException.Kind.USAGE, e.kind());
        assertTrue(e.getMessage().startsWith(file + ", " + message), e.getMessage());
        assertEquals(cure, e.cure());
    }

    @Test
    void aFileThatIsNotThereIsAFaultOfUse() {
        StudioException e = assertThrows(
                StudioException.class,
                () -> ConfigFile.read(folder.resolve("no.yaml"), RunConfig.builder(Scope.TRAIN), Source.FILE));
        assertEquals(StudioException.Kind.USAGE, e.kind());
    }

    @Test
    void knowsFamilyAndSize() {
        RunConfig config = training().set("model", "yolo9c", Source.FORM).build();
        assertEquals(ModelFamily.YOLO9, config.family());
        assertEquals("c", config.size());
        assertEquals(Optional.of(Path.of("data.yaml")), config.get(DataOptions.DATA));
    }
}
