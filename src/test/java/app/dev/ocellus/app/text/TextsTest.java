package dev.ocellus.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.OutputOptions;
import dev.ocellus.engine.run.RunState;
import dev.ocellus.engine.run.Schema;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.resources.UiResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
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

class TextsTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z][a-zA-Z0-9.-]*)\"");
    private static final Pattern ASKED = Pattern.compile("(?:texts\\.get|Message\\.of|texts\\.has)\\(\\s*\"([^\"]+)\"");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\d+)");

    private static final ResourceBundle ENGLISH = UiResources.texts(Locale.ENGLISH);
    private static final ResourceBundle PORTUGUESE = UiResources.texts(Locale.of("pt", "BR"));

    @Test
    void bothLanguagesHaveTheSameKeys() {
        assertEquals(new TreeSet<>(ENGLISH.keySet()), new TreeSet<>(PORTUGUESE.keySet()));
    }

    @Test
    void bothLanguagesHaveTheSamePlaceholders() {
        for (String key : ENGLISH.keySet()) {
            assertEquals(placeholders(ENGLISH.getString(key)), placeholders(PORTUGUESE.getString(key)), key);
        }
    }

    @Test
    void everyTextThatTheSourcesAskForIsThere() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (String source : sources()) {
            ASKED.matcher(source)
                    .results()
                    .map(found -> found.group(1))
                    .filter(key -> !key.endsWith(".") && !key.endsWith("-") && !ENGLISH.containsKey(key))
                    .forEach(missing::add);
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyTextIsUsed() throws IOException {
        Set<String> literals = new HashSet<>();
        for (String source : sources()) {
            LITERAL.matcher(source).results().map(found -> found.group(1)).forEach(literals::add);
        }
        Set<String> schema = schemaKeys();
        Set<String> unused = ENGLISH.keySet().stream()
                .filter(key -> !literals.contains(key) && !schema.contains(key))
                .filter(key -> literals.stream()
                        .noneMatch(prefix -> (prefix.endsWith(".") || prefix.endsWith("-")) && key.startsWith(prefix)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), unused);
    }

    @Test
    void everyOptionOfATrainingHasItsTextsInBothLanguages() {
        Set<String> missing = new TreeSet<>(schemaKeys());
        missing.removeAll(ENGLISH.keySet());
        assertEquals(Set.of(), missing);
    }

    @Test
    void theEnglishOptionTextsSayWhatTheSchemaSays() {
        for (Option<?> option : trainOptions()) {
            assertEquals(option.label(), ENGLISH.getString(option.textKey()));
            assertEquals(option.help(), ENGLISH.getString(option.textKey() + ".help"));
        }
    }

    @Test
    void everyStateOfARunHasAName() {
        for (RunState state : RunState.values()) {
            assertTrue(ENGLISH.containsKey("state." + state.key()), state.key());
        }
    }

    @Test
    void noFormattedTextHasAnApostropheThatFormattingWouldSwallow() {
        for (String key : ENGLISH.keySet()) {
            for (String text : List.of(ENGLISH.getString(key), PORTUGUESE.getString(key))) {
                assertFalse(text.contains("{") && text.contains("'"), key);
            }
        }
    }

    @Test
    void messagesWithinMessagesAreTranslatedToo() {
        Message inner = Message.of("option.batch");
        Texts texts = new Texts(Locale.of("pt", "BR"));
        assertEquals("Lote: Um texto", texts.get(Message.of("missing.field", inner, Message.of("expected.text"))));
    }

    @Test
    void pluralsFollowTheCount() {
        Texts texts = new Texts(Locale.ENGLISH);
        assertEquals("No problems", texts.get("dataset.problems", 0L));
        assertEquals("1 problem", texts.get("dataset.problems", 1L));
        assertEquals("1,200 problems", texts.get("dataset.problems", 1200L));
    }

    private static Set<String> schemaKeys() {
        Set<String> keys = new TreeSet<>();
        for (Option<?> option : trainOptions()) {
            keys.add(option.textKey());
            keys.add(option.textKey() + ".help");
            keys.add(option.group().textKey());
            if (!option.unit().isEmpty()) {
                keys.add("unit." + option.unit());
            }
        }
        return keys;
    }

    private static List<Option<?>> trainOptions() {
        return Schema.of(Scope.TRAIN).stream()
                .filter(option -> option != OutputOptions.RESUME)
                .toList();
    }

    private static Set<String> placeholders(String text) {
        return PLACEHOLDER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> java =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertFalse(java.isEmpty());
            StringBuilder all = new StringBuilder();
            for (Path file : java) {
                all.append(Files.readString(file));
            }
            return List.of(all.toString());
        }
    }
}
