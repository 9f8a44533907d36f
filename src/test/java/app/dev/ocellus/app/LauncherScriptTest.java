package dev.ocellus.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The start script of the image, run with stand-ins for Java that print what they are called with. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherScriptTest {
    private static final Path SCRIPT = Path.of("src/main/launcher/ocellus");

    @TempDir
    private Path folder;

    private Path script;

    @BeforeEach
    void installsTheScript() throws IOException {
        script = folder.resolve("image/bin/ocellus");
        Files.createDirectories(script.getParent());
        install(25);
    }

    private void install(int least) throws IOException {
        String text = Files.readString(SCRIPT)
                .replace("${project.build.finalName}", "ocellus-app")
                .replace("least=25", "least=" + least);
        Files.writeString(script, text);
        assertTrue(script.toFile().setExecutable(true));
    }

    @Test
    void opensTheStudioWithoutArguments() throws Exception {
        Path java = java("jdk", "25.0.3");
        List<String> call = run(Map.of("JAVA_HOME", java.toString())).lines();
        assertEquals("dev.ocellus.app.Launcher", call.getLast());
        assertTrue(call.contains("--enable-native-access=ALL-UNNAMED"), call::toString);
        assertTrue(
                call.contains(
                        folder.toRealPath().resolve("image/lib/ocellus-app.jar").toString()),
                call::toString);
    }

    @Test
    void opensTheStudioByName() throws Exception {
        Path java = java("jdk", "25.0.3");
        List<String> call = run(Map.of("JAVA_HOME", java.toString()), "studio", "some folder")
                .lines();
        assertEquals(List.of("dev.ocellus.app.Launcher", "some folder"), call.subList(call.size() - 2, call.size()));
    }

    @Test
    void handsEveryArgumentOfACommandOnUnchanged() throws Exception {
        Path java = java("jdk", "25.0.3");
        List<String> call = run(Map.of("JAVA_HOME", java.toString()), "train", "data=a b/*.yaml", "", "name=\"x\"")
                .lines();
        assertEquals(
                List.of("dev.ocellus.engine.cli.Main", "train", "data=a b/*.yaml", "", "name=\"x\""),
                call.subList(call.size() - 5, call.size()));
    }

    @Test
    void findsTheImageThroughALink() throws Exception {
        Path java = java("jdk", "25");
        Path link = Files.createSymbolicLink(folder.resolve("oc"), Path.of("image/bin/ocellus"));
        List<String> call = run(link, Map.of("JAVA_HOME", java.toString())).lines();
        assertTrue(
                call.contains(
                        folder.toRealPath().resolve("image/lib/ocellus-app.jar").toString()),
                call::toString);
    }

    @Test
    void passesOverAJavaHomeThatIsTooOld() throws Exception {
        install(99);
        Path old = java("old", "17.0.15");
        Path found = java("home/.jdks/fresh", "99.0.1");
        Call call = run(
                Map.of(
                        "JAVA_HOME",
                        old.toString(),
                        "HOME",
                        folder.resolve("home").toString()),
                "version");
        assertEquals(0, call.code());
        assertEquals(found.resolve("bin/java").toString(), call.lines().getFirst());
    }

    @Test
    void saysWhatIsMissingAndTheCure() throws Exception {
        install(99);
        Path old = java("old", "17.0.15");
        Call call = run(Map.of("JAVA_HOME", old.toString(), "HOME", folder.toString()), "version");
        assertEquals(1, call.code());
        String text = String.join("\n", call.lines());
        assertTrue(text.contains("needs Java 99 or newer"), text);
        assertTrue(text.contains("JAVA_HOME is " + old), text);
        assertTrue(text.contains("Install a JDK 99"), text);
    }

    private Path java(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Path java = home.resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        return home;
    }

    private Call run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return run(script, environment, arguments);
    }

    private Call run(Path started, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(started.toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(10, TimeUnit.SECONDS));
        return new Call(process.exitValue(), Files.readAllLines(output));
    }

    private record Call(int code, List<String> lines) {}
}
