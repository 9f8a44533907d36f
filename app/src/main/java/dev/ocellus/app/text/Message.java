package dev.ocellus.app.text;

import java.util.List;

/**
 * A text that is not yet in a language: the key of a bundle entry and the values for its placeholders; values that are
 * messages or {@link Said} are put into the language too.
 */
public record Message(String key, List<Object> values) {

    public Message {
        values = List.copyOf(values);
    }

    public static Message of(String key, Object... values) {
        return new Message(key, List.of(values));
    }
}
