package dev.ocellus.engine.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.AugmentationOptions;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {

    private static final Command TRAIN = new Command(
            "train", "Train.", Optional.of(Scope.TRAIN), Optional.of(DataOptions.DATA), (request, console) -> 0);
    private static final Command PLAIN =
            new Command("version", "Print.", Optional.empty(), Optional.empty(), (request, console) -> 0);

    private static RunConfig config(String... words) {
        return Parser.parse(TRAIN, List.of(words)).configuration();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data=d.yaml epochs=7 lr=0.1",
                "--data d.yaml --epochs 7 --lr0 0.1",
                "--data=d.yaml --epochs=7 --learning-rate=0.1",
                "d.yaml epochs=7 --lr 0.1"
            })
    void everyNotationMeansTheSame(String line) {
        RunConfig config = config(line.split(" "));
        assertEquals(Optional.of(Path.of("d.yaml")), config.get(DataOptions.DATA));
        assertEquals(7, config.get(OptimizationOptions.EPOCHS));
        assertEquals(0.1, config.get(OptimizationOptions.LR0));
        assertEquals(
                Source.COMMAND_LINE, config.setting(OptimizationOptions.LR0).source());
    }

    @ParameterizedTest
    @CsvSource({
        "--exist_ok, true",
        "exist_ok, true",
        "--exist-ok true, true",
        "exist_ok=1, true",
        "--no-exist_ok, false",
        "--exist_ok=false, false",
        "--exist_ok False, false"
    })
    void flagsNeedNoValue(String words, boolean value) {
        String[] line = (words + " --data d.yaml").split(" ");
        assertEquals(value, config(line).get(OutputOptions.EXIST_OK));
    }

    @Test
    void aFlagDoesNotSwallowTheOperand() {
        RunConfig config = config("--exist_ok", "d.yaml");
        assertTrue(config.get(OutputOptions.EXIST_OK));
        assertEquals(Optional.of(Path.of("d.yaml")), config.get(DataOptions.DATA));
    }

    @Test
    void theLastValueCounts() {
        assertEquals(3, config("d.yaml", "epochs=2", "--epochs", "3").get(OptimizationOptions.EPOCHS));
    }

    @Test
    void negativeAndBracketedValuesAreValues() {
        RunConfig config = config("d.yaml", "--mosaic_scale", "(0.5, 2)");
        assertEquals(2.0, config.get(AugmentationOptions.MOSAIC_SCALE).second());
        StudioException e = assertThrows(StudioException.class, () -> config("d.yaml", "--batch", "-1"));
        assertEquals("batch=-1 is not valid.", e.getMessage());
    }

    @Test
    void theCommandLineGoesBeforeTheFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("my.yaml");
        Files.writeString(file, "epochs: 5\nbatch: 4\ndata: d.yaml\n");
        RunConfig config = config("config=" + file, "epochs=9");
        assertEquals(9, config.get(OptimizationOptions.EPOCHS));
        assertEquals(4, config.get(DataOptions.BATCH));
        assertEquals(Source.FILE, config.setting(DataOptions.BATCH).source());
    }

    @ParameterizedTest
    @CsvSource({
        "epoch=3, Did you mean epochs?",
        "--bacth 4, Did you mean batch?",
        "--epochs, Write --epochs VALUE or epochs=VALUE.",
        "d.yaml epoch, Did you mean epochs=VALUE?",
        "d.yaml xyzzyplugh, Options are written key=value or --key value.",
        "conf_file=a, ocellus train --help lists the options.",
    })
    void nonsenseIsRefusedWithACure(String line, String cure) {
        StudioException e = assertThrows(StudioException.class, () -> config(line.split(" ")));
        assertEquals(StudioException.Kind.USAGE, e.kind());
        assertEquals(cure, e.cure());
    }

    @Test
    void switchesAreKnownEverywhere() {
        Request.Switches all = Parser.parse(PLAIN, List.of("--json", "quiet=true", "-h", "--debug"))
                .switches();
        assertTrue(all.json() && all.quiet() && all.help() && all.debug());
        assertFalse(Parser.parse(PLAIN, List.of("--json=false")).switches().json());
        assertThrows(StudioException.class, () -> Parser.parse(PLAIN, List.of("epochs=3")));
        assertThrows(StudioException.class, () -> Parser.parse(PLAIN, List.of("word")));
    }
}
