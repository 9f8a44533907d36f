package dev.ocellus.engine.run;

/**
 * What values an option takes, and how they are written. Immutable. The window builds its input fields from the
 * permitted kinds.
 *
 * @param <T> type of the value in the program
 */
public sealed interface OptionType<T>
        permits Choice, Decimal, FilePath, Flag, ImageSizeType, NumberPairType, ScaleRangeType, Text, WholeNumber {

    /**
     * Reads a value as a person writes it.
     *
     * @throws IllegalArgumentException if the text is no such value; {@link #describe()} says what is expected
     */
    T parse(String text);

    /** The value as a person would write it; {@link #parse} reads it back. */
    default String format(T value) {
        return String.valueOf(value);
    }

    /** The value as plain data for YAML and JSON: number, boolean, text or list of those. */
    default Object plain(T value) {
        return value;
    }

    /** What is expected, as the end of the sentence "it takes …". */
    String describe();

    /** A short word for the value in help: {@code N}, {@code PATH}, … */
    String placeholder();
}
