package dev.ocellus.app.text;

import dev.ocellus.resources.UiResources;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** The texts of the window in one language. Immutable: another language is another instance. */
public final class Texts {

    private final Locale language;
    private final ResourceBundle bundle;
    private final Formats formats;
    private final PhraseBook phrases;

    public Texts(Locale language) {
        this.language = language;
        this.bundle = UiResources.texts(language);
        this.formats = new Formats(language);
        this.phrases = new PhraseBook(language);
    }

    public Locale language() {
        return language;
    }

    public Formats formats() {
        return formats;
    }

    public boolean has(String key) {
        return bundle.containsKey(key);
    }

    public String get(String key, Object... values) {
        String pattern = bundle.getString(key);
        return values.length == 0 ? pattern : new MessageFormat(pattern, language).format(values);
    }

    public String get(Message message) {
        Object[] values = message.values().stream()
                .map(value -> switch (value) {
                    case Message inner -> get(inner);
                    case Said said -> translate(said.words());
                    default -> value;
                })
                .toArray();
        return get(message.key(), values);
    }

    /** What the engine says, in this language. */
    public String translate(String said) {
        return phrases.translate(said);
    }
}
