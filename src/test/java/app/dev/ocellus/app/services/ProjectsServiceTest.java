package dev.ocellus.app.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.TestTasks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectsServiceTest {

    @TempDir
    private Path folder;

    private final TestTasks time = new TestTasks();

    @Test
    void theLatestComesFirstAndOnlyOnce() {
        ProjectsService service = new ProjectsService(folder, time.tasks());
        service.opened("a", folder.resolve("a"), 10, 2);
        service.opened("b", folder.resolve("b"), 20, 3);
        service.opened("a", folder.resolve("a"), 11, 2);
        assertEquals(2, service.recent().size());
        assertEquals("a", service.recent().getFirst().name());
        assertEquals(11, service.recent().getFirst().images());
    }

    @Test
    void remembersAndForgets() {
        try (ProjectsService service = new ProjectsService(folder, time.tasks())) {
            service.opened("a", folder.resolve("a"), 10, 2);
            service.opened("b", folder.resolve("b"), 20, 3);
            service.forget(service.recent().getFirst());
        }
        ProjectsService again = new ProjectsService(folder, time.tasks());
        assertEquals(1, again.recent().size());
        assertEquals("a", again.recent().getFirst().name());
    }

    @Test
    void saysWhatIsNotWhereItWas() {
        ProjectsService service = new ProjectsService(folder, time.tasks());
        service.opened("gone", folder.resolve("gone"), 10, 2);
        assertTrue(service.recent().getFirst().missing());
    }

    @Test
    void keepsTheListShort() {
        ProjectsService service = new ProjectsService(folder, time.tasks());
        for (int i = 0; i < 40; i++) {
            service.opened("p" + i, folder.resolve("p" + i), 1, 1);
        }
        assertEquals(12, service.recent().size());
        assertEquals("p39", service.recent().getFirst().name());
    }
}
