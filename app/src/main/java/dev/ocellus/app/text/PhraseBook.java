package dev.ocellus.app.text;

import dev.ocellus.resources.UiResources;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * Puts into the person's language what the engine says: faults and cures, problems of datasets, reasons, lines of logs.
 * The engine speaks English and knows no window; its sentences are recognised by their words, so those that an earlier
 * run has left on the disk are understood as well. What is in no phrase stays as it is. Immutable.
 */
final class PhraseBook {

    private static final String BETWEEN_CLAUSES = "(?<=[.:?!]) ";

    private final List<Phrase> phrases;

    PhraseBook(Locale language) {
        ResourceBundle english = UiResources.phrases(Locale.ENGLISH);
        ResourceBundle own = UiResources.phrases(language);
        phrases = own.getLocale().equals(english.getLocale())
                ? List.of()
                : english.keySet().stream()
                        .map(key -> new Phrase(english.getString(key), own.getString(key)))
                        .sorted(Comparator.comparingInt(Phrase::letters).reversed())
                        .toList();
    }

    /** Several sentences, or one behind the name of a file, are put into the language one by one. */
    String translate(String said) {
        return phrases.isEmpty() ? said : whole(said).orElseGet(() -> clauses(said.split(BETWEEN_CLAUSES)));
    }

    /** A clause also counts as a phrase without its full stop, as it stands within another sentence. */
    private Optional<String> whole(String said) {
        return one(said).or(() -> one(said + ".").map(full -> full.substring(0, full.length() - 1)));
    }

    private Optional<String> one(String said) {
        return phrases.stream()
                .flatMap(phrase -> phrase.translate(said, this::whole).stream())
                .findFirst();
    }

    /** Takes the longest run of clauses that is a phrase, then the longest after it, and so on. */
    private String clauses(String[] clauses) {
        StringBuilder all = new StringBuilder();
        int from = 0;
        while (from < clauses.length) {
            int to = clauses.length;
            Optional<String> found = Optional.empty();
            while (found.isEmpty() && to > from) {
                found = one(String.join(" ", Arrays.copyOfRange(clauses, from, to--)));
            }
            all.append(from == 0 ? "" : " ").append(found.orElse(clauses[from]));
            from = found.isEmpty() ? from + 1 : to + 1;
        }
        return all.toString();
    }
}
