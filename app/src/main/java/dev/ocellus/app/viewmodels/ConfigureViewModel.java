package dev.ocellus.app.viewmodels;

import dev.ocellus.app.text.Message;
import dev.ocellus.app.text.Said;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.SplitName;
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
import java.util.function.Supplier;
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
    private final ReadOnlyObjectWrapper<RatePlan> ratePlan = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper commandLine = new ReadOnlyStringWrapper("");
    private final ObservableList<Message> missing = FXCollections.observableArrayList();
    private final Consumer<RunConfig> start;
    private final BooleanSupplier busy;
    private final Supplier<Optional<Dataset>> dataset;

    /**
     * @param dataset the dataset that is open
     * @param start what to do with a complete configuration
     * @param busy whether another training is going on
     */
    public ConfigureViewModel(Supplier<Optional<Dataset>> dataset, Consumer<RunConfig> start, BooleanSupplier busy) {
        this.dataset = dataset;
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

    /** Chooses a dataset and a training that shows within minutes what it learns. */
    public void setTrial(Path source) {
        resetAll();
        setDataset(source);
        field(ModelOptions.IMGSZ).textProperty().set("320");
        field(DataOptions.BATCH).textProperty().set("8");
        field(OptimizationOptions.EPOCHS).textProperty().set("30");
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

    /** The learning rate that will really be used. */
    public ReadOnlyObjectProperty<RatePlan> ratePlanProperty() {
        return ratePlan.getReadOnlyProperty();
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
        ratePlan.set(RatePlan.of(now, trainingImages()));
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
        if (dataset().filter(open -> open.split(SplitName.TRAIN).isEmpty()).isPresent()) {
            found.add(Message.of("missing.images"));
        }
        builder.problems().stream()
                .filter(problem -> problem.option() != DataOptions.DATA)
                .forEach(problem -> found.add(
                        Message.of("missing.problem", new Said(problem.message()), new Said(problem.cure()))));
        return found;
    }

    /** The open dataset, if it is the one that the form names. */
    public Optional<Dataset> dataset() {
        Optional<Path> named = config.get().get(DataOptions.DATA).map(ConfigureViewModel::absolute);
        return dataset.get()
                .filter(open -> named.filter(absolute(open.source())::equals).isPresent());
    }

    private int trainingImages() {
        return dataset().map(open -> open.split(SplitName.TRAIN).size()).orElse(0);
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
