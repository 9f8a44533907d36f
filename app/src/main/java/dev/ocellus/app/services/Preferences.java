package dev.ocellus.app.services;

import java.nio.file.Path;
import java.util.Locale;

/** What the person has chosen for the window. Immutable; a change is a new value. */
public record Preferences(ThemeChoice theme, String language, int fontSize, String projects, WindowPlace window) {

    public static final int SMALLEST_FONT = 11;
    public static final int LARGEST_FONT = 22;
    private static final int USUAL_FONT = 14;

    /** The palette, or the system's. */
    public enum ThemeChoice {
        SYSTEM,
        LIGHT,
        DARK
    }

    /** Where the window stood. */
    public record WindowPlace(double x, double y, double width, double height, boolean maximized) {}

    public Preferences {
        theme = theme == null ? ThemeChoice.SYSTEM : theme;
        language = language == null ? systemLanguage() : language;
        fontSize = fontSize == 0 ? USUAL_FONT : Math.clamp(fontSize, SMALLEST_FONT, LARGEST_FONT);
        projects = projects == null
                ? Path.of(System.getProperty("user.home"), "Ocellus").toString()
                : projects;
    }

    public static Preferences defaults() {
        return new Preferences(null, null, 0, null, null);
    }

    public Locale locale() {
        return Locale.forLanguageTag(language);
    }

    public Path projectsFolder() {
        return Path.of(projects);
    }

    public Preferences withTheme(ThemeChoice choice) {
        return new Preferences(choice, language, fontSize, projects, window);
    }

    public Preferences withLanguage(Locale locale) {
        return new Preferences(theme, locale.toLanguageTag(), fontSize, projects, window);
    }

    public Preferences withFontSize(int size) {
        return new Preferences(theme, language, size, projects, window);
    }

    public Preferences withProjects(Path folder) {
        return new Preferences(theme, language, fontSize, folder.toString(), window);
    }

    public Preferences withWindow(WindowPlace place) {
        return new Preferences(theme, language, fontSize, projects, place);
    }

    private static String systemLanguage() {
        return Locale.getDefault().getLanguage().equals("pt") ? "pt-BR" : "en";
    }
}
