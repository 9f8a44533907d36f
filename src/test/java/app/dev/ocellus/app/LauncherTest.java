package dev.ocellus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LauncherTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void withoutADisplayItSaysSoAndNamesTheCommandLine() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ocellus.app.Launcher",
                "--sample");
        builder.environment().remove("DISPLAY");
        builder.redirectErrorStream(true);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(1, process.exitValue(), text);
        assertTrue(text.startsWith("error: There is no display to open the studio on"), text);
        assertTrue(text.contains("ocellus train model=yolo9t data="), text);
        assertEquals(2, text.lines().count(), text);
    }
}
