package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.Json;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MainTest {

    private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
    private final PrintStream err = new PrintStream(errBytes, true, StandardCharsets.UTF_8);

    private int run(String... words) {
        return Main.run(List.of(words), out, err);
    }

    private String out() {
        return outBytes.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return errBytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theResultGoesToStandardOutputAlone() {
        assertEquals(0, run("version"));
        assertTrue(out().startsWith("ocellus "), out());
        assertEquals("", err());
    }

    @Test
    void aResultAsJsonIsOneObject() {
        assertEquals(0, run("version", "--json"));
        assertTrue(Json.object(out()).containsKey("version"));
    }

    @Test
    void theMachineIsDescribed() {
        assertEquals(0, run("doctor", "--machine", "--json"));
        List<String> expected = List.of("os", "architecture", "cpu", "cores", "memory_bytes", "java", "devices");
        Map<String, Object> data = Json.object(out());
        assertTrue(data.keySet().containsAll(expected), out());
        Map<?, ?> last = (Map<?, ?>) ((List<?>) data.get("devices")).getLast();
        assertEquals("cpu", last.get("name"));
        for (Object library : (List<?>) ((Map<?, ?>) data.get("gpu")).get("libraries")) {
            Map<?, ?> row = (Map<?, ?>) library;
            assertEquals(row.get("problem").equals(""), !row.get("version").equals(""), row.toString());
            assertEquals(row.get("problem").equals(""), row.get("cure").equals(""), row.toString());
        }
        outBytes.reset();
        assertEquals(0, run("doctor", "--machine"));
        assertTrue(out().contains("device=cpu"), out());
    }

    @Test
    void aDatasetIsExaminedAndItsFaultsGiveCode3(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("train"));
        Files.writeString(folder.resolve("data.yaml"), "train: train\nval: train\nnames: [cat, dog]\n");
        Files.writeString(folder.resolve("train/broken.jpg"), "this is no image");
        assertEquals(3, run("doctor", folder.toString(), "--json"));
        Map<String, Object> data = Json.object(out());
        assertEquals(List.of("cat", "dog"), data.get("classes"));
        Map<?, ?> problem = (Map<?, ?>) ((List<?>) data.get("problems")).getFirst();
        assertEquals("error", problem.get("severity"));
        assertTrue(problem.get("file").toString().endsWith("broken.jpg"), problem.toString());
        outBytes.reset();
        assertEquals(3, run("doctor", folder.toString()));
        assertTrue(out().contains("broken.jpg"), out());
    }

    @Test
    void referenceValuesAreComparedCaseByCase() throws URISyntaxException {
        Path file = Path.of(getClass().getResource("/values/coco_ap.json").toURI());
        assertEquals(0, run("parity", file.toString(), "--json"));
        Map<String, Object> data = Json.object(out());
        assertEquals(true, data.get("passed"));
        assertEquals(14, ((List<?>) data.get("deviations")).size());
    }

    @Test
    void aFileWithoutKnownCasesIsAFaultOfTheData(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), "{\"a\": {\"b\": 1}}");
        assertEquals(3, run("parity", file.toString()));
        assertTrue(err().contains("a: no case of a kind that is known"), err());
        assertEquals(3, run("parity", folder.resolve("none.json").toString()));
        Files.writeString(file, "{");
        assertEquals(3, run("parity", file.toString()));
        assertEquals(2, run("parity"));
    }

    @Test
    void aStepIsTimed() {
        assertEquals(0, run("bench", "step", "imgsz=64", "batch=1", "steps=1", "warmup_steps=0", "--json"));
        Map<String, Object> data = Json.object(out());
        assertTrue((double) data.get("median_step_ms") > 0, out());
        assertTrue(((Map<?, ?>) data.get("phases_ms")).keySet().containsAll(List.of("forward", "backward")), out());
    }

    @ParameterizedTest
    @CsvSource({
        "docter, Did you mean doctor?",
        "bench, There are bench step and bench loader.",
        "bench stpe, There are bench step and bench loader.",
        "bench step epochs=3, ocellus bench step --help lists the options.",
        "trombone, ocellus --help lists the commands.",
        "doctor machin=true, Did you mean machine?",
        "doctor machine=perhaps, machine takes true or false.",
        "doctor, 'Add data=path/to/data.yaml, or data=FOLDER.'"
    })
    void wrongUseIsRefusedWithACureAndCode2(String line, String cure) {
        assertEquals(2, run(line.split(" ")));
        assertTrue(err().startsWith("error: "), err());
        assertTrue(err().contains(cure), err());
        assertFalse(err().contains("\tat "), err());
        assertEquals("", out());
    }

    @Test
    void aFaultAsJsonNamesKindAndCure() {
        assertEquals(2, run("doctor", "machin=true", "--json"));
        assertEquals("usage", Json.object(out()).get("kind"));
        assertEquals("Did you mean machine?", Json.object(out()).get("cure"));
    }

    @Test
    void theStackTraceIsShownOnDemand() {
        assertEquals(2, run("doctor", "machin=true", "--debug"));
        assertTrue(err().contains("\tat dev.ocellus.engine"), err());
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(new StudioException(StudioException.Kind.RUNTIME, "m", ""), 1),
                Arguments.of(new StudioException(StudioException.Kind.USAGE, "m", ""), 2),
                Arguments.of(new StudioException(StudioException.Kind.DATA, "m", ""), 3),
                Arguments.of(new StudioException(StudioException.Kind.MODEL, "m", ""), 4),
                Arguments.of(new StudioException(StudioException.Kind.EXPORT, "m", ""), 5),
                Arguments.of(new UncheckedIOException(new FileNotFoundException("x")), 1),
                Arguments.of(new FileNotFoundException("x"), 1),
                Arguments.of(new OutOfMemoryError(), 1),
                Arguments.of(new IllegalStateException("bug"), 1),
                Arguments.of(new CancellationException(), 130));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everyFaultHasItsExitCodeAndAMessage(Throwable thrown, int code) {
        Console console = new Console(out, err, false, false, false);
        assertEquals(code, Faults.report(thrown, console, false));
        assertFalse(err().isBlank());
        assertFalse(err().contains("\tat "), err());
    }

    @Test
    void withoutWordsTheCommandsAreListed() {
        assertEquals(2, run());
        Commands.all().forEach(command -> assertTrue(out().contains("  " + command.name() + " "), command.name()));
        assertTrue(out().contains("2 usage"), out());
    }

    @Test
    void helpForOneCommandIsReachedInEveryWay() {
        assertEquals(0, run("doctor", "--help"));
        String expected = out();
        for (List<String> words : List.of(List.of("help", "doctor"), List.of("doctor", "-h"))) {
            outBytes.reset();
            assertEquals(0, Main.run(words, out, err));
            assertEquals(expected, out());
        }
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void helpMentionsEveryOptionOfItsScope(Scope scope) {
        Command command = new Command("x", "Do x.", Optional.of(scope), Optional.empty(), (request, console) -> 0);
        String help = Help.of(command);
        for (Option<?> option : Schema.of(scope)) {
            assertTrue(help.contains("\n  " + option.name() + "="), option.name());
            option.aliases().forEach(alias -> assertTrue(help.contains(alias), alias));
        }
        help.lines().forEach(line -> assertTrue(line.length() <= 100, line));
        assertEquals(Schema.of(scope).size(), ((List<?>) Help.data(command).get("options")).size());
    }
}
