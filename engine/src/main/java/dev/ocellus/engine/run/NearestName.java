package dev.ocellus.engine.run;

import java.util.Collection;
import java.util.Optional;

/**
 * Finds the name that a misspelt one most likely meant: the smallest number of inserted, dropped, replaced or swapped
 * letters (optimal string alignment, the restricted form of Damerau's and Levenshtein's distance).
 */
public final class NearestName {

    private NearestName() {}

    /**
     * The nearest of {@code names}, the first of several equally near; nothing if more than a third of the letters (at
     * least two) would have to change.
     */
    public static Optional<String> to(String text, Collection<String> names) {
        String nearest = null;
        int least = Math.max(2, text.length() / 3) + 1;
        for (String name : names) {
            int distance = distance(text, name);
            if (distance < least && distance < Math.max(text.length(), name.length())) {
                least = distance;
                nearest = name;
            }
        }
        return Optional.ofNullable(nearest);
    }

    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, String a, String b, int i, int j) {
        int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
