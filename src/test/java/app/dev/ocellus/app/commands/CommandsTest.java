package dev.ocellus.app.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.text.Texts;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kordamp.ikonli.feather.Feather;

class CommandsTest {

    private final Commands commands = new Commands();

    @BeforeEach
    void addsSomeCommands() {
        for (String key : List.of("command.go.settings", "command.go.runs", "command.sample", "command.start")) {
            commands.add(new Command(key, Feather.CIRCLE, null, () -> {}));
        }
    }

    @Test
    void findsWholeWordsBeforeScatteredLetters() {
        List<String> found = names("st", Locale.ENGLISH);
        assertEquals("command.start", found.getFirst());
        assertTrue(found.contains("command.go.settings"));
    }

    @Test
    void accentsAndCaseDoNotMatter() {
        assertEquals(List.of("command.go.runs"), names("EXECUCOES", Locale.of("pt", "BR")));
    }

    @Test
    void findsEverythingForNothing() {
        assertEquals(4, names("", Locale.ENGLISH).size());
    }

    @Test
    void findsNothingForLettersThatNoNameHas() {
        assertEquals(List.of(), names("qqq", Locale.ENGLISH));
    }

    private List<String> names(String query, Locale language) {
        return commands.find(query, new Texts(language)).stream()
                .map(Command::textKey)
                .toList();
    }
}
