package dev.ocellus.app.viewmodels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.text.Message;
import dev.ocellus.app.text.Said;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.ModelOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigureViewModelTest {

    private final List<RunConfig> started = new ArrayList<>();
    private boolean busy;
    private final ConfigureViewModel model = new ConfigureViewModel(Optional::empty, started::add, () -> busy);

    @BeforeEach
    void choosesWhereRunsAreKept() {
        model.setProjects(Path.of("/work/runs"));
    }

    @Test
    void hasAFieldForEveryOptionOfATraining() {
        assertEquals(Schema.of(Scope.TRAIN).size() - 1, model.fields().size());
    }

    @Test
    void saysWhatIsMissingAndDoesNotStart() {
        assertFalse(model.start());
        assertEquals(List.of("missing.data"), keys());
        assertEquals(List.of(), started);
    }

    @Test
    void startsWhenNothingIsMissing() {
        model.setDataset(Path.of("/data/cells/data.yaml"));
        type(OptimizationOptions.EPOCHS, "12");
        assertTrue(model.start());
        assertEquals(12, started.getFirst().get(OptimizationOptions.EPOCHS));
        assertEquals(Optional.of(Path.of("/work/runs")), started.getFirst().get(OutputOptions.PROJECT));
    }

    @Test
    void aSecondTrainingWaitsForTheFirst() {
        model.setDataset(Path.of("/data/cells/data.yaml"));
        busy = true;
        assertFalse(model.start());
        assertEquals(List.of("missing.busy"), keys());
    }

    @Test
    void anInvalidValueSaysWhatIsExpectedBesideItsField() {
        type(DataOptions.BATCH, "many");
        assertEquals(
                Optional.of(Message.of("expected.whole", 1, 1024)),
                model.field(DataOptions.BATCH).errorProperty().get());
        assertTrue(keys().contains("missing.field"));
        type(DataOptions.BATCH, "8");
        assertEquals(
                Optional.empty(), model.field(DataOptions.BATCH).errorProperty().get());
    }

    @Test
    void changedFieldsAreMarkedAndGoBack() {
        FieldModel<?> batch = model.field(DataOptions.BATCH);
        assertFalse(batch.changedProperty().get());
        batch.textProperty().set("8");
        assertTrue(batch.changedProperty().get());
        batch.reset();
        assertEquals("16", batch.textProperty().get());
        assertFalse(batch.changedProperty().get());
    }

    @Test
    void everyDefaultIsAValidValue() {
        for (FieldModel<?> field : model.fields()) {
            assertEquals(Optional.empty(), field.errorProperty().get(), field.option()::name);
            assertFalse(field.changedProperty().get(), field.option()::name);
        }
    }

    @Test
    void saysWhichOptionsHaveNoEffect() {
        type(OptimizationOptions.OPTIMIZER, "adamw");
        assertFalse(model.field(OptimizationOptions.MOMENTUM).usedProperty().get());
        assertEquals(
                Optional.of(Message.of("field.unused", new Said("used only with optimizer=sgd"))),
                model.field(OptimizationOptions.MOMENTUM).remarkProperty().get());
        type(OptimizationOptions.OPTIMIZER, "sgd");
        assertTrue(model.field(OptimizationOptions.MOMENTUM).usedProperty().get());
    }

    @Test
    void saysWhatIsUsedInstead() {
        type(OptimizationOptions.EPOCHS, "2");
        assertEquals(
                Optional.of(Message.of("field.effective", "2", new Said("the run has 2 epochs"))),
                model.field(OptimizationOptions.WARMUP_EPOCHS).remarkProperty().get());
    }

    @Test
    void theCommandLineStartsTheSameTraining() {
        model.setDataset(Path.of("/data/my cells/data.yaml"));
        type(ModelOptions.IMGSZ, "320");
        type(OptimizationOptions.LR0, "0.005");
        String line = model.commandLineProperty().get();
        assertTrue(line.startsWith("ocellus train "), line);
        assertTrue(line.contains("\"data=/data/my cells/data.yaml\""), line);

        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        for (String word : line.substring("ocellus train ".length()).split(" (?=\\w+=|\")")) {
            String[] pair = word.replace("\"", "").split("=", 2);
            builder.set(pair[0], pair[1], Source.COMMAND_LINE);
        }
        RunConfig again = builder.build();
        for (Option<?> option : Schema.of(Scope.TRAIN)) {
            assertEquals(model.configProperty().get().get(option), again.get(option), option::name);
        }
    }

    @Test
    void aTrialIsShort() {
        model.setTrial(Path.of("/data/sample/data.yaml"));
        assertTrue(model.missing().isEmpty());
        assertEquals(30, model.configProperty().get().get(OptimizationOptions.EPOCHS));
        assertEquals("320", model.configProperty().get().get(ModelOptions.IMGSZ).toString());
    }

    @Test
    void resetKeepsTheDataset() {
        model.setDataset(Path.of("/data/cells/data.yaml"));
        type(DataOptions.BATCH, "8");
        model.resetAll();
        assertEquals("16", model.field(DataOptions.BATCH).textProperty().get());
        assertEquals(
                "/data/cells/data.yaml",
                model.field(DataOptions.DATA).textProperty().get());
    }

    @Test
    void theLearningRateRisesAndFalls() {
        RatePlan plan = model.ratePlanProperty().get();
        assertEquals(0.01, plan.highest(), 1e-4);
        assertEquals(1e-4, plan.rate().y(0), 1e-12);
        assertEquals(1e-4, plan.rate().last(), 1e-5);
        type(OptimizationOptions.LR0, "0.02");
        assertEquals(0.02, model.ratePlanProperty().get().highest(), 2e-4);
    }

    private void type(Option<?> option, String text) {
        model.field(option).textProperty().set(text);
    }

    private List<String> keys() {
        return model.missing().stream().map(Message::key).toList();
    }
}
