package dev.ocellus.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.resources.UiResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The phrase book and the engine's sources say the same. */
class PhrasesTest {

    private static final Path ENGINE = Path.of("../engine/src/main/java/dev/ocellus/engine");

    /** What only the command line says, and what only a developer reads. */
    private static final Set<String> NOT_FOR_THE_WINDOW = Set.of("cli", "parity");

    private static final Pattern GAP = Pattern.compile("\\{\\d[?!]?}");
    /** Where the engine may put a sentence together from several literals. */
    private static final Pattern PART_END = Pattern.compile(GAP + "|,| \\(1 ");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    private static final Pattern SPECIFIER = Pattern.compile("%[,.0-9]*[dsfgx]");

    private static final ResourceBundle ENGLISH = UiResources.phrases(Locale.ENGLISH);
    private static final ResourceBundle PORTUGUESE = UiResources.phrases(Locale.of("pt", "BR"));

    @Test
    void bothLanguagesHaveTheSamePhrasesWithTheSameGaps() {
        assertEquals(new TreeSet<>(ENGLISH.keySet()), new TreeSet<>(PORTUGUESE.keySet()));
        for (String key : ENGLISH.keySet()) {
            assertEquals(gaps(ENGLISH.getString(key)), gaps(PORTUGUESE.getString(key)), key);
        }
    }

    @Test
    void theEngineSaysEveryPhrase() throws IOException {
        List<String> sources = sources();
        Set<String> unsaid = ENGLISH.keySet().stream()
                .filter(key -> sources.stream().noneMatch(source -> says(source, ENGLISH.getString(key))))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), unsaid);
    }

    @Test
    void thereIsAPhraseForEverySentenceOfTheEngine() throws IOException {
        String known = ENGLISH.keySet().stream()
                .map(key -> GAP.matcher(ENGLISH.getString(key)).replaceAll("…"))
                .collect(Collectors.joining("\n"));
        String ofOptions = Stream.of(Scope.values())
                .flatMap(scope -> Schema.of(scope).stream())
                .map(Option::help)
                .collect(Collectors.joining("\n"));
        Set<String> missing = new TreeSet<>();
        for (String source : sources()) {
            LITERAL.matcher(source)
                    .results()
                    .map(found -> SPECIFIER
                            .matcher(found.group(1).replace("\\\"", "\""))
                            .replaceAll("…"))
                    .filter(PhrasesTest::isSentence)
                    .filter(sentence -> !known.contains(sentence) && !ofOptions.contains(sentence))
                    .forEach(missing::add);
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void thereIsAPhraseForWhatEachOptionTakes() {
        PhraseBook book = new PhraseBook(Locale.of("pt", "BR"));
        Set<String> missing = Stream.of(Scope.values())
                .flatMap(scope -> Schema.of(scope).stream())
                .map(option -> option.type().describe())
                .filter(expected -> book.translate(expected).equals(expected))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), missing);
    }

    private static boolean isSentence(String text) {
        return text.matches("(?s)\\p{Upper}.* .*[.]") && !text.contains("\\n");
    }

    /** Whether a source has all that a phrase says between its gaps. */
    private static boolean says(String source, String phrase) {
        return Arrays.stream(PART_END.split(phrase))
                .map(PhrasesTest::bare)
                .filter(part -> part.length() > 3)
                .allMatch(source::contains);
    }

    /** Without what formatting puts around a gap: marks, numbers and quotes. */
    private static String bare(String part) {
        return part.replaceAll("^[^\\p{Alpha}]+|[^\\p{Alpha}]+$", "").replace("\"", "\\\"");
    }

    private static List<String> gaps(String phrase) {
        return GAP.matcher(phrase).results().map(MatchResult::group).sorted().toList();
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ENGINE)) {
            List<String> sources = new ArrayList<>();
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                if (!NOT_FOR_THE_WINDOW.contains(
                        ENGINE.relativize(file).getName(0).toString())) {
                    sources.add(JOINT.matcher(Files.readString(file)).replaceAll(""));
                }
            }
            assertTrue(sources.size() > 300);
            return sources;
        }
    }
}
