package dev.ocellus.engine.run;

/** An integer from {@code least} to {@code most}; both belong to the range. */
public record WholeNumber(int least, int most) implements OptionType<Integer> {

    /** An integer that is not below {@code least}. */
    public static WholeNumber atLeast(int least) {
        return new WholeNumber(least, Integer.MAX_VALUE);
    }

    @Override
    public Integer parse(String text) {
        int value = Integer.parseInt(text.strip());
        if (value < least || value > most) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    @Override
    public String describe() {
        return most == Integer.MAX_VALUE
                ? "a whole number, %d or more".formatted(least)
                : "a whole number from %d to %d".formatted(least, most);
    }

    @Override
    public String placeholder() {
        return "N";
    }
}
