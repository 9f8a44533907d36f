package dev.ocellus.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** House rules that only the text of the sources can show; they hold for all modules and for the tests. */
class SourceRulesTest {
    private static final int LONGEST_FILE = 600;

    /** Files that may be longer, each with its reason. */
    private static final Map<String, String> LONG_FOR_A_REASON = Map.of();

    private static final Map<Path, List<String>> SOURCES = sources(repository());

    @Test
    void theSourcesOfEveryModuleAreSeen() {
        for (String part : List.of("engine/src/main", "app/src/main", "src/test/java/engine", "src/test/java/app")) {
            assertTrue(
                    SOURCES.keySet().stream().anyMatch(file -> unix(file).startsWith(part)),
                    () -> "no source in " + part);
        }
    }

    @Test
    void noFileIsLongWithoutAReason() {
        assertEquals(Map.of(), linesOver(LONGEST_FILE));
    }

    @Test
    void everyReasonForALongFileIsStillNeeded() {
        assertTrue(linesOver(LONGEST_FILE, file -> true).keySet().containsAll(LONG_FOR_A_REASON.keySet()));
    }

    @Test
    void everyPackageSaysWhatItHoldsAndWhereNullMayBe() {
        Set<Path> undescribed = new TreeSet<>();
        SOURCES.keySet().stream()
                .filter(file -> unix(file).contains("src/main/"))
                .forEach(file -> {
                    Path description = file.resolveSibling("package-info.java");
                    if (!String.join("\n", SOURCES.getOrDefault(description, List.of()))
                            .contains("@NullMarked")) {
                        undescribed.add(description);
                    }
                });
        assertEquals(Set.of(), undescribed);
    }

    @Test
    void noTestIsSwitchedOff() {
        assertEquals(Map.of(), matches(Pattern.compile("^\\s*@(Disabled|Ignore)")));
    }

    @Test
    void noWorkIsLeftOpenInAComment() {
        assertEquals(Map.of(), matches(Pattern.compile("(//|\\*).*\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b")));
    }

    @Test
    void noClassIsNamedAfterHavingNoSubject() {
        Pattern vague = Pattern.compile("(Utils?|Helpers?|Impl|(?<!/File)Manager)\\.java$");
        assertEquals(
                List.of(),
                SOURCES.keySet().stream()
                        .map(SourceRulesTest::unix)
                        .filter(vague.asPredicate())
                        .toList());
    }

    /**
     * The vector API leaves the order of its sums, and the last digits of its elementary functions, open; the compiler
     * uses that, so that a process would round its first steps unlike the later ones.
     */
    @Test
    void noKernelRoundsDifferentlyOnceItIsCompiled() {
        assertEquals(
                Map.of(),
                matches(
                        Pattern.compile(
                                "reduceLanes\\(VectorOperators\\.(ADD|MUL)\\b"
                                        + "|VectorOperators\\.(EXP|EXPM1|LOG|LOG10|LOG1P|POW|TANH|SINH|COSH|SIN|COS|TAN|ATAN|CBRT)\\b")));
    }

    private static Map<String, Integer> linesOver(int limit) {
        return linesOver(limit, file -> !LONG_FOR_A_REASON.containsKey(file));
    }

    private static Map<String, Integer> linesOver(int limit, Predicate<String> counted) {
        Map<String, Integer> found = new TreeMap<>();
        SOURCES.forEach((file, lines) -> {
            if (lines.size() > limit && counted.test(unix(file))) {
                found.put(unix(file), lines.size());
            }
        });
        return found;
    }

    private static Map<String, String> matches(Pattern pattern) {
        Map<String, String> found = new TreeMap<>();
        SOURCES.forEach((file, lines) -> {
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    found.put(unix(file) + ":" + (i + 1), lines.get(i).strip());
                }
            }
        });
        return found;
    }

    private static String unix(Path file) {
        return file.toString().replace('\\', '/');
    }

    private static Map<Path, List<String>> sources(Path root) {
        Map<Path, List<String>> sources = new TreeMap<>();
        for (String part : List.of("engine/src", "ui-resources/src", "app/src", "installers", "src")) {
            if (Files.isDirectory(root.resolve(part))) {
                try (Stream<Path> files = Files.walk(root.resolve(part))) {
                    for (Path file :
                            (Iterable<Path>) files.filter(f -> f.toString().endsWith(".java"))::iterator) {
                        sources.put(root.relativize(file), Files.readAllLines(file));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return sources;
    }

    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
