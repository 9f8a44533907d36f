package dev.ocellus.engine.run;

/**
 * Free text; "none" and nothing at all both mean the empty text.
 *
 * @param expected what belongs there, as the end of the sentence "it takes …"
 * @param placeholder a short word for it in help
 */
public record Text(String expected, String placeholder) implements OptionType<String> {

    @Override
    public String parse(String text) {
        String value = text.strip();
        return value.equalsIgnoreCase("none") || value.equalsIgnoreCase("null") ? "" : value;
    }

    @Override
    public String describe() {
        return expected;
    }
}
