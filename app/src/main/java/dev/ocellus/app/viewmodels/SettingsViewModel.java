package dev.ocellus.app.viewmodels;

import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.services.PreferencesService;
import java.nio.file.Path;
import java.util.Locale;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;

/** The settings as properties; each change is kept at once. */
public final class SettingsViewModel {

    private final ObjectProperty<ThemeChoice> theme = new SimpleObjectProperty<>();
    private final ObjectProperty<Locale> language = new SimpleObjectProperty<>();
    private final IntegerProperty fontSize = new SimpleIntegerProperty();
    private final ObjectProperty<Path> projects = new SimpleObjectProperty<>();

    public SettingsViewModel(PreferencesService service) {
        service.currentProperty().subscribe(this::take);
        theme.subscribe(chosen -> service.change(old -> old.withTheme(chosen)));
        language.subscribe(chosen -> service.change(old -> old.withLanguage(chosen)));
        fontSize.subscribe(size -> service.change(old -> old.withFontSize(size.intValue())));
        projects.subscribe(folder -> service.change(old -> old.withProjects(folder)));
    }

    public ObjectProperty<ThemeChoice> themeProperty() {
        return theme;
    }

    public ObjectProperty<Locale> languageProperty() {
        return language;
    }

    public IntegerProperty fontSizeProperty() {
        return fontSize;
    }

    /** Where new runs are kept. */
    public ObjectProperty<Path> projectsProperty() {
        return projects;
    }

    private void take(Preferences preferences) {
        theme.set(preferences.theme());
        language.set(preferences.locale());
        fontSize.set(preferences.fontSize());
        projects.set(preferences.projectsFolder());
    }
}
