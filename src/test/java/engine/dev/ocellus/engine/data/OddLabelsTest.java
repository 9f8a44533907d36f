package dev.ocellus.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every label file of the odd ones behaves as it should. */
class OddLabelsTest {
    private static final Pattern REPORTED = Pattern.compile("lines? (\\d)(?:(-| and )(\\d))? reported");

    @TempDir
    private Path folder;

    private Path mini;

    @BeforeEach
    void copySoundDataset() throws IOException {
        mini = OddData.mini(folder);
    }

    static List<List<String>> expected() {
        return OddData.csv("labels/expected.csv");
    }

    static List<List<String>> outcome() {
        return OddData.csv("labels/outcome.csv");
    }

    private Dataset read(String file) throws IOException {
        Files.copy(
                OddData.folder().resolve("labels").resolve(file),
                mini.resolve("labels/train/train0.txt"),
                StandardCopyOption.REPLACE_EXISTING);
        return OddData.read(mini.resolve("data.yaml"));
    }

    @ParameterizedTest
    @MethodSource("expected")
    void givesTheBoxesAndReportsTheLinesThatAnyReaderShould(List<String> row) throws IOException {
        Dataset dataset = read(row.getFirst());
        ImageItem image = dataset.split(SplitName.TRAIN).getFirst();
        if (!row.get(1).isEmpty()) {
            assertEquals(Integer.parseInt(row.get(1)), image.boxes().size());
        }
        if (row.get(3).equals("as plain")) {
            assertEquals(
                    List.of(new Box(0, 0.5f, 0.5f, 0.2f, 0.4f), new Box(2, 0.25f, 0.75f, 0.1f, 0.1f)), image.boxes());
            assertEquals(List.of(), dataset.problems());
        }
        Matcher reported = REPORTED.matcher(row.get(3));
        if (reported.find()) {
            int first = Integer.parseInt(reported.group(1));
            int last = reported.group(3) == null ? first : Integer.parseInt(reported.group(3));
            TreeSet<Integer> lines = new TreeSet<>();
            dataset.problems(Problem.Severity.ERROR).forEach(p -> lines.add(p.line()));
            assertEquals(IntStream.rangeClosed(first, last).boxed().toList(), List.copyOf(lines));
        }
    }

    @ParameterizedTest
    @MethodSource("outcome")
    void keepsToTheReadingChosenWhereTwoAreRight(List<String> row) throws IOException {
        Dataset dataset = read(row.getFirst());
        ImageItem image = dataset.split(SplitName.TRAIN).getFirst();
        assertEquals(Integer.parseInt(row.get(1)), image.boxes().size());
        assertEquals(
                row.get(2),
                dataset.problems().stream()
                        .sorted(Comparator.comparing(Problem::line).thenComparing(Problem::id))
                        .map(p -> p.id() + "@" + p.line())
                        .collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @MethodSource("outcome")
    void everyProblemNamesItsFileAndEveryErrorItsCure(List<String> row) throws IOException {
        Path label = mini.resolve("labels/train/train0.txt").toAbsolutePath();
        for (Problem problem : read(row.getFirst()).problems()) {
            assertEquals(label, problem.file());
            assertFalse(
                    problem.severity() == Problem.Severity.ERROR
                            && problem.cure().isEmpty(),
                    problem.message());
            assertFalse(problem.value().chars().anyMatch(Character::isISOControl), problem.value());
        }
    }

    @ParameterizedTest
    @CsvSource({"plain.txt, 2", "duplicates.txt, 3", "nan_inf.txt, 4", "too_few.txt, 3", "json.txt, 1"})
    void everyRowIsABoxOrLeftOutAndCounted(String file, long rows) throws IOException {
        SplitCounts before = OddData.read(mini).counts().get(SplitName.TRAIN);
        SplitCounts counts = read(file).counts().get(SplitName.TRAIN);
        assertEquals(rows, counts.boxes() + counts.refusedRows() - (before.boxes() - 1));
        assertEquals(
                counts.boxes(), counts.boxesByClass().stream().mapToLong(n -> n).sum());
    }
}
