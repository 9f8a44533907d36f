package dev.ocellus.app.commands;

import dev.ocellus.app.text.Texts;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javafx.scene.Scene;

/** All commands, in the order in which they are listed. */
public final class Commands {

    private final List<Command> commands = new ArrayList<>();

    public void add(Command command) {
        commands.add(command);
    }

    public List<Command> all() {
        return Collections.unmodifiableList(commands);
    }

    /** Makes the keys of all commands work in {@code scene}. */
    public void bindKeys(Scene scene) {
        for (Command command : commands) {
            if (command.keys() != null) {
                scene.getAccelerators().put(command.keys(), command.action());
            }
        }
    }

    /**
     * The commands whose name holds the letters of {@code query} in order, best first: whole words before scattered
     * letters. Accents and case do not matter.
     */
    public List<Command> find(String query, Texts texts) {
        String wanted = plain(query.strip());
        return commands.stream()
                .filter(command -> distance(plain(texts.get(command.textKey())), wanted) >= 0)
                .sorted(Comparator.comparingInt(command -> distance(plain(texts.get(command.textKey())), wanted)))
                .toList();
    }

    /** 0 for a prefix, small for a substring, larger the more the letters are scattered, −1 for no match. */
    private static int distance(String name, String wanted) {
        int whole = name.indexOf(wanted);
        if (whole >= 0) {
            return whole;
        }
        int from = 0;
        int first = -1;
        for (int letter : wanted.chars().toArray()) {
            int at = name.indexOf(letter, from);
            if (at < 0) {
                return -1;
            }
            first = first < 0 ? at : first;
            from = at + 1;
        }
        return 100 + from - first;
    }

    private static String plain(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .toLowerCase(Locale.ROOT);
    }
}
