package dev.ocellus.engine.run;

import java.util.ArrayList;
import java.util.List;

/** Short lists in one line of text: {@code 0.5,1.5}, {@code [0.5, 1.5]} or {@code (0.5, 1.5)}. */
final class Lists {

    private Lists() {}

    /** The items without brackets, quotes and blanks; never empty. */
    static List<String> items(String text) {
        String inner = text.strip();
        if (inner.length() >= 2 && "[(".indexOf(inner.charAt(0)) >= 0) {
            inner = inner.substring(1, inner.length() - 1);
        }
        List<String> items = new ArrayList<>();
        for (String item : inner.split(",")) {
            items.add(item.strip().replaceAll("^['\"]|['\"]$", ""));
        }
        return items;
    }
}
