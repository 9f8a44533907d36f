package dev.ocellus.app.services;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * What the person has chosen. Immutable; a change is a new value.
 *
 * @param language as a language tag
 * @param fontSize in pixels
 * @param projects the folder where runs are kept
 * @param window where it stood when it was closed
 */
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
    public record WindowPlace(double x, double y, double width, double height, boolean maximized) {

        /** Before the window was closed for the first time. */
        public static final WindowPlace UNKNOWN = new WindowPlace(0, 0, 0, 0, false);
    }

    /** Fills in what a file of an older version lacks. */
    @SuppressWarnings("NullAway") // a field that is missing in the file arrives as null
    public Preferences {
        theme = Objects.requireNonNullElse(theme, ThemeChoice.SYSTEM);
        language = Objects.requireNonNullElse(language, systemLanguage());
        fontSize = fontSize == 0 ? USUAL_FONT : Math.clamp(fontSize, SMALLEST_FONT, LARGEST_FONT);
        projects = Objects.requireNonNullElse(projects, usualProjects());
        window = Objects.requireNonNullElse(window, WindowPlace.UNKNOWN);
    }

    public static Preferences defaults() {
        return new Preferences(ThemeChoice.SYSTEM, systemLanguage(), USUAL_FONT, usualProjects(), WindowPlace.UNKNOWN);
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

    private static String usualProjects() {
        return Path.of(System.getProperty("user.home"), "Ocellus").toString();
    }

    private static String systemLanguage() {
        return Locale.getDefault().getLanguage().equals("pt") ? "pt-BR" : "en";
    }
}
