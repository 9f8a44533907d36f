package dev.ocellus.app.viewmodels;

import dev.ocellus.app.text.Message;
import dev.ocellus.engine.run.ComputeOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.Group;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The form of a training: a field for every option of the schema, and what follows from them together. */
public final class ConfigureViewModel {

    /** The options that most people need; the rest is one switch away. */
    private static final Set<Option<?>> BASIC = Set.of(
            ModelOptions.MODEL,
            ModelOptions.WEIGHTS,
            ModelOptions.IMGSZ,
            DataOptions.DATA,
            DataOptions.BATCH,
            DataOptions.CACHE,
            OptimizationOptions.EPOCHS,
            OptimizationOptions.OPTIMIZER,
            OptimizationOptions.LR0,
            OptimizationOptions.SCHEDULER,
            ComputeOptions.DEVICE,
            OutputOptions.NAME);

    private final List<FieldModel<?>> fields;
    private final ReadOnlyObjectWrapper<RunConfig> config;
    private final ReadOnlyStringWrapper commandLine = new ReadOnlyStringWrapper("");
    private final ObservableList<Message> missing = FXCollections.observableArrayList();
    private final Consumer<RunConfig> start;
    private final BooleanSupplier busy;

    /**
     * @param start what to do with a complete configuration
     * @param busy whether another training is going on
     */
    public ConfigureViewModel(Consumer<RunConfig> start, BooleanSupplier busy) {
        this.start = start;
        this.busy = busy;
        this.fields = Schema.of(Scope.TRAIN).stream()
                .filter(option -> option != OutputOptions.RESUME)
                .<FieldModel<?>>map(FieldModel::new)
                .toList();
        this.config = new ReadOnlyObjectWrapper<>(RunConfig.builder(Scope.TRAIN).preview());
        for (FieldModel<?> field : fields) {
            field.setStandardFrom(config.get());
            field.textProperty().subscribe((before, now) -> update());
        }
        update();
    }

    public List<FieldModel<?>> fields() {
        return fields;
    }

    public Map<Group, List<FieldModel<?>>> fieldsByGroup() {
        return fields.stream()
                .collect(Collectors.groupingBy(field -> field.option().group()));
    }

    public static boolean basic(Option<?> option) {
        return BASIC.contains(option);
    }

    public FieldModel<?> field(Option<?> option) {
        return fields.stream()
                .filter(field -> field.option() == option)
                .findFirst()
                .orElseThrow();
    }

    public void setDataset(Path source) {
        field(DataOptions.DATA).textProperty().set(source.toString());
    }

    /** Sets where runs are kept unless the person says otherwise. */
    public void setProjects(Path folder) {
        field(OutputOptions.PROJECT).setStandard(folder.toString());
    }

    public void resetAll() {
        fields.stream().filter(field -> field.option() != DataOptions.DATA).forEach(FieldModel::reset);
    }

    /** The configuration that would be used, as far as the fields are valid. */
    public ReadOnlyObjectProperty<RunConfig> configProperty() {
        return config.getReadOnlyProperty();
    }

    /** The command that starts the same training without a window. */
    public ReadOnlyStringProperty commandLineProperty() {
        return commandLine.getReadOnlyProperty();
    }

    /** What keeps the training from starting; empty when nothing does. */
    public ObservableList<Message> missing() {
        return missing;
    }

    /** Starts the training if nothing is missing. */
    public boolean start() {
        update();
        if (!missing.isEmpty()) {
            return false;
        }
        start.accept(config.get());
        return true;
    }

    public void update() {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN);
        FieldModel<?> project = field(OutputOptions.PROJECT);
        builder.set(OutputOptions.PROJECT.name(), project.standardProperty().get(), Source.FORM);
        fields.forEach(field -> field.apply(builder));
        RunConfig now = builder.preview();
        if (now.family() != config.get().family()) {
            fields.stream().filter(field -> field != project).forEach(field -> field.setStandardFrom(now));
        }
        fields.forEach(field -> field.show(now));
        config.set(now);
        commandLine.set(CommandLine.of(now));
        missing.setAll(findMissing(builder));
    }

    private List<Message> findMissing(RunConfig.Builder builder) {
        List<Message> found = new ArrayList<>();
        if (busy.getAsBoolean()) {
            found.add(Message.of("missing.busy"));
        }
        for (FieldModel<?> field : fields) {
            field.errorProperty()
                    .get()
                    .ifPresent(error -> found.add(Message.of(
                            "missing.field", Message.of(field.option().textKey()), error)));
        }
        if (config.get().get(DataOptions.DATA).isEmpty()) {
            found.add(Message.of("missing.data"));
        }
        builder.problems().stream()
                .filter(problem -> problem.option() != DataOptions.DATA)
                .forEach(problem -> found.add(Message.of("missing.problem", problem.message(), problem.cure())));
        return found;
    }

    /** The name of the dataset's file or folder that is chosen; empty without one. */
    public Optional<Path> dataset() {
        return config.get().get(DataOptions.DATA);
    }
}
