package dev.ocellus.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every dialect of data.yaml among the odd ones behaves as it should. */
class OddYamlTest {

    @TempDir
    private Path folder;

    private Path mini;

    @BeforeEach
    void copySoundDataset() throws IOException {
        mini = OddData.mini(folder.toRealPath());
    }

    static List<List<String>> expected() {
        return OddData.csv("yaml/expected.csv");
    }

    static List<List<String>> outcome() {
        return OddData.csv("yaml/outcome.csv");
    }

    private Path copy(String file) throws IOException {
        return Files.copy(OddData.folder().resolve("yaml").resolve(file), mini.resolve(file));
    }

    private static boolean warns(Dataset dataset) {
        return !dataset.problems(Problem.Severity.WARNING).isEmpty()
                || !dataset.problems(Problem.Severity.ERROR).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("expected")
    void loadsWarnsOrIsRefusedAsAnyReaderShould(List<String> row) throws IOException {
        Path yaml = copy(row.getFirst());
        switch (row.get(1)) {
            case "yes" -> assertFalse(warns(OddData.read(yaml)));
            case "warn" -> assertTrue(warns(OddData.read(yaml)));
            case "no" -> assertThrows(StudioException.class, () -> OddData.read(yaml));
            default -> assertEquals("either", row.get(1));
        }
    }

    @ParameterizedTest
    @MethodSource("outcome")
    void saysWhatItMakesOfIt(List<String> row) throws IOException {
        Path yaml = copy(row.getFirst());
        switch (row.get(1)) {
            case "loads" -> assertFalse(warns(OddData.read(yaml)));
            case "warns" -> assertTrue(OddData.ids(OddData.read(yaml)).contains(row.get(2)));
            default -> {
                StudioException refusal = assertThrows(StudioException.class, () -> OddData.read(yaml));
                String said = refusal.getMessage()
                        .replace(mini.toString(), "MINI")
                        .replace(mini.getParent().toString(), "PARENT")
                        .replace(System.getProperty("user.home"), "HOME");
                assertEquals(row.get(2), said);
                assertEquals(StudioException.Kind.DATA, refusal.kind());
                assertFalse(refusal.cure().isEmpty());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("outcome")
    void hasAllImagesWhereItLoads(List<String> row) throws IOException {
        Path yaml = copy(row.getFirst());
        if (row.get(1).equals("refused")) {
            assertThrows(StudioException.class, () -> OddData.read(yaml));
            return;
        }
        Map<String, List<Integer>> others = Map.of(
                "train_list.yaml", List.of(9, 3), "train_root.yaml", List.of(9, 3), "val_is_train.yaml", List.of(6, 6));
        Dataset dataset = OddData.read(yaml);
        assertEquals(
                others.getOrDefault(row.getFirst(), List.of(6, 3)),
                List.of(
                        dataset.split(SplitName.TRAIN).size(),
                        dataset.split(SplitName.VAL).size()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "names_list.yaml; cat|dog|bird",
                "names_dict_unordered.yaml; cat|dog|bird",
                "names_string.yaml; cat|dog|bird",
                "names_missing.yaml; class0|class1|class2",
                "names_yaml11_words.yaml; yes|no|null",
                "names_numbers.yaml; 0|1.50|007",
                "names_special.yaml; O'Brien: #1|<b>bold</b>|赤血球 🩸",
                "names_path_like.yaml; ../../evil|a/b|c\\\\d",
                "utf16.yaml; cat|dog|bird",
                "anchors.yaml; cat|dog|bird",
                "two_documents.yaml; cat|dog|bird",
            })
    void keepsClassNamesAsWritten(String file, String names) throws IOException {
        Dataset dataset = OddData.read(copy(file));
        assertEquals(names, dataset.classNames().stream().collect(Collectors.joining("|")));
    }

    @ParameterizedTest
    @CsvSource({"download_script.yaml, DOWNLOADED", "python_tag.yaml, PYTHON_TAG"})
    void runsNothing(String file, String trace) throws IOException {
        Path yaml = copy(file);
        try {
            OddData.read(yaml);
        } catch (StudioException refusal) {
            assertTrue(refusal.getMessage().contains("nothing was run"), refusal.getMessage());
        }
        assertFalse(Files.exists(mini.resolve(trace)) || Files.exists(Path.of(trace)));
    }
}
