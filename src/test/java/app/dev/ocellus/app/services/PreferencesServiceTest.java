package dev.ocellus.app.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.TestTasks;
import dev.ocellus.app.services.Preferences.ThemeChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreferencesServiceTest {

    @TempDir
    private Path folder;

    private final TestTasks time = new TestTasks();

    @Test
    void remembersWhatWasChosen() {
        try (PreferencesService service = new PreferencesService(folder, time.tasks())) {
            service.change(now -> now.withTheme(ThemeChoice.DARK));
            service.change(now -> now.withLanguage(Locale.of("pt", "BR")));
            service.change(now -> now.withFontSize(18));
            service.change(now -> now.withProjects(folder.resolve("work")));
        }
        PreferencesService again = new PreferencesService(folder, time.tasks());
        assertEquals(ThemeChoice.DARK, again.get().theme());
        assertEquals("pt-BR", again.get().locale().toLanguageTag());
        assertEquals(18, again.get().fontSize());
        assertEquals(folder.resolve("work"), again.get().projectsFolder());
    }

    @Test
    void writesOnceAfterManyChanges() {
        PreferencesService service = new PreferencesService(folder, time.tasks());
        for (int size = 11; size < 20; size++) {
            int chosen = size;
            service.change(now -> now.withFontSize(chosen));
        }
        assertFalse(Files.exists(folder.resolve("preferences.json")));
        assertEquals(1, time.letTimePass());
        assertTrue(Files.exists(folder.resolve("preferences.json")));
    }

    @Test
    void leavesNoTemporaryFile() throws IOException {
        try (PreferencesService service = new PreferencesService(folder, time.tasks())) {
            service.change(now -> now.withFontSize(20));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void putsAnUnreadableFileAsideAndStartsWithDefaults() throws IOException {
        Files.writeString(folder.resolve("preferences.json"), "{ not json");
        PreferencesService service = new PreferencesService(folder, time.tasks());
        assertEquals(Preferences.defaults(), service.get());
        assertTrue(Files.exists(folder.resolve("preferences.json.unreadable")));
    }

    @Test
    void fillsInWhatAnOlderFileLacks() throws IOException {
        Files.writeString(folder.resolve("preferences.json"), "{\"theme\": \"LIGHT\", \"unknown\": 3}");
        Preferences read = new PreferencesService(folder, time.tasks()).get();
        assertEquals(ThemeChoice.LIGHT, read.theme());
        assertEquals(Preferences.defaults().fontSize(), read.fontSize());
    }
}
