package dev.ocellus.resources;

import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ResourceBundle;

/** The one door to the style sheets, text bundles and icons of the studio. */
public final class UiResources {

    /** The languages that have a complete text bundle, the default first. */
    public static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.of("pt", "BR"));

    private static final String TEXTS = "dev.ocellus.resources.texts.texts";
    private static final String PHRASES = "dev.ocellus.resources.texts.phrases";
    private static final ResourceBundle.Control EXACT_LANGUAGE =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private UiResources() {}

    /** Returns the texts of {@code language}; English where there is no bundle for it. */
    public static ResourceBundle texts(Locale language) {
        return bundle(TEXTS, language);
    }

    /** Returns what the engine says, in {@code language}; English where there is no bundle for it. */
    public static ResourceBundle phrases(Locale language) {
        return bundle(PHRASES, language);
    }

    /** Returns the addresses of the style sheets for a palette, in the order in which they apply. */
    public static List<String> styleSheets(boolean dark) {
        return List.of(styleSheet(dark ? "dark" : "light"), styleSheet("controls"), styleSheet("views"));
    }

    /** Opens the application icon of {@code size} pixels: 16, 32, 64, 128 or 256. */
    public static InputStream applicationIcon(int size) {
        return Objects.requireNonNull(
                UiResources.class.getResourceAsStream("icons/ocellus-" + size + ".png"), "no icon of size " + size);
    }

    private static ResourceBundle bundle(String name, Locale language) {
        return ResourceBundle.getBundle(name, language, UiResources.class.getClassLoader(), EXACT_LANGUAGE);
    }

    private static String styleSheet(String name) {
        URL address = UiResources.class.getResource("style/" + name + ".css");
        return Objects.requireNonNull(address, "no style sheet " + name).toExternalForm();
    }
}
