package dev.ocellus.app.platform;

import java.nio.file.Path;

/** Where this system keeps the files of an application. */
public final class Folders {

    private Folders() {}

    /** The folder for settings: {@code ocellus.settings} where it is set, else what the system prescribes. */
    public static Path settings() {
        String chosen = System.getProperty("ocellus.settings");
        if (chosen != null) {
            return Path.of(chosen);
        }
        Path home = Path.of(System.getProperty("user.home"));
        return switch (Os.current()) {
            case WINDOWS ->
                fromEnvironment("APPDATA", home.resolve("AppData/Roaming")).resolve("Ocellus");
            case MAC -> home.resolve("Library/Application Support/Ocellus");
            case LINUX ->
                fromEnvironment("XDG_CONFIG_HOME", home.resolve(".config")).resolve("ocellus");
        };
    }

    private static Path fromEnvironment(String name, Path fallback) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? fallback : Path.of(value);
    }
}
