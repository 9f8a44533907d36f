package dev.ocellus.app.viewmodels;

import dev.ocellus.app.text.Message;
import dev.ocellus.app.text.Said;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Setting;
import dev.ocellus.engine.run.Source;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** One field of the form: what was typed, whether it is valid, and what holds in its place. */
public final class FieldModel<T> {

    private final Option<T> option;
    private final StringProperty text = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper standard = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper changed = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper used = new ReadOnlyBooleanWrapper(true);
    private final ReadOnlyObjectWrapper<Optional<Message>> error = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Message>> remark = new ReadOnlyObjectWrapper<>(Optional.empty());

    FieldModel(Option<T> option) {
        this.option = option;
    }

    public Option<T> option() {
        return option;
    }

    /** What the field shows, as a person writes it. */
    public StringProperty textProperty() {
        return text;
    }

    /** The default for the chosen model, as a person would write it. */
    public ReadOnlyStringProperty standardProperty() {
        return standard.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty changedProperty() {
        return changed.getReadOnlyProperty();
    }

    /** Whether the option has an effect beside the other values. */
    public ReadOnlyBooleanProperty usedProperty() {
        return used.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Message>> errorProperty() {
        return error.getReadOnlyProperty();
    }

    /** Says so where another value holds than the one that was typed. */
    public ReadOnlyObjectProperty<Optional<Message>> remarkProperty() {
        return remark.getReadOnlyProperty();
    }

    public void reset() {
        text.set(standard.get());
    }

    /** Sets the default; a field that showed the old one follows. */
    void setStandard(String value) {
        boolean follows = text.get().equals(standard.get());
        standard.set(value);
        if (follows) {
            text.set(value);
        }
    }

    void setStandardFrom(RunConfig config) {
        setStandard(option.type().format(option.defaultFor(config.family(), Scope.TRAIN)));
    }

    /** Checks what was typed, and requests it where it is valid and not the default. */
    void apply(RunConfig.Builder builder) {
        changed.set(!text.get().strip().equals(standard.get()));
        try {
            T value = option.parse(text.get());
            error.set(Optional.empty());
            if (changed.get()) {
                builder.set(option, value, Source.FORM);
            }
        } catch (StudioException invalid) {
            error.set(Optional.of(Expectation.of(option.type())));
        }
    }

    /** Takes over what holds in the whole configuration. */
    void show(RunConfig config) {
        Setting<T> setting = config.setting(option);
        used.set(setting.used());
        remark.set(
                !setting.used()
                        ? Optional.of(Message.of("field.unused", new Said(setting.why())))
                        : setting.changed()
                                ? Optional.of(Message.of(
                                        "field.effective",
                                        option.type().format(setting.effective()),
                                        new Said(setting.why())))
                                : Optional.empty());
    }
}
