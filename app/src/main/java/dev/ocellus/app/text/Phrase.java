package dev.ocellus.app.text;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that the engine says, and its wording in another language. Both have numbered gaps: {@code {0}} for any
 * words, {@code {0?}} for words that are worded too if there is a phrase for them, {@code {0!}} for words that have to be
 * a phrase.
 */
final class Phrase {

    /** Within one sentence; possibly none, as where a plural adds a letter. */
    private static final String ANY_WORDS = "((?:(?!\\. \\p{Upper}|\\? ).)*?)";

    private static final Pattern GAP = Pattern.compile("\\{(\\d)([?!]?)}");

    private final String beginning;
    private final Pattern pattern;
    private final String[] gaps;
    private final String wording;
    private final int letters;

    Phrase(String english, String wording) {
        this.wording = wording;
        gaps = GAP.matcher(english).results().map(MatchResult::group).toArray(String[]::new);
        StringBuilder regex = new StringBuilder();
        String[] literals = GAP.split(english, -1);
        for (int i = 0; i < literals.length; i++) {
            regex.append(i == 0 ? "" : ANY_WORDS).append(Pattern.quote(literals[i]));
        }
        beginning = literals[0];
        pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
        letters = String.join("", literals).length();
    }

    /** How much of it is said in so many words; the larger, the surer that a match is no accident. */
    int letters() {
        return letters;
    }

    /** The wording of {@code said}, if that is this phrase; {@code book} finds the phrases in its gaps. */
    Optional<String> translate(String said, Function<String, Optional<String>> book) {
        Matcher found = pattern.matcher(said);
        if (!said.startsWith(beginning) || !found.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < gaps.length; i++) {
            String value = found.group(i + 1);
            Optional<String> worded =
                    gaps[i].endsWith("?}") || gaps[i].endsWith("!}") ? book.apply(value) : Optional.empty();
            if (worded.isEmpty() && gaps[i].endsWith("!}")) {
                return Optional.empty();
            }
            values.put(gaps[i], worded.orElse(value));
        }
        return Optional.of(GAP.matcher(wording).replaceAll(gap -> Matcher.quoteReplacement(values.get(gap.group()))));
    }
}
