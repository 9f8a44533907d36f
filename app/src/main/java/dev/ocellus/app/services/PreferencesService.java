package dev.ocellus.app.services;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** Keeps the {@link Preferences} and writes them without being asked. Used on the window's thread. */
public final class PreferencesService implements AutoCloseable {

    private final JsonFile<Preferences> file;
    private final ReadOnlyObjectWrapper<Preferences> current;

    public PreferencesService(Path folder, Tasks tasks) {
        this.file = new JsonFile<>(folder.resolve("preferences.json"), tasks);
        this.current = new ReadOnlyObjectWrapper<>(file.read(Preferences.class, Preferences.defaults()));
    }

    public ReadOnlyObjectProperty<Preferences> currentProperty() {
        return current.getReadOnlyProperty();
    }

    public Preferences get() {
        return current.get();
    }

    public void change(UnaryOperator<Preferences> change) {
        Preferences changed = change.apply(current.get());
        if (!changed.equals(current.get())) {
            current.set(changed);
            file.write(changed);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
