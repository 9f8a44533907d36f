package dev.ocellus.engine.run;

import java.math.BigDecimal;

/** A finite number from {@code least} to {@code most}; both belong to the range. */
public record Decimal(double least, double most) implements OptionType<Double> {

    /** A probability, ratio or share. */
    public static final Decimal UNIT = new Decimal(0, 1);

    /** A number that is not below {@code least}. */
    public static Decimal atLeast(double least) {
        return new Decimal(least, Double.MAX_VALUE);
    }

    @Override
    public Double parse(String text) {
        double value = Double.parseDouble(text.strip());
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    @Override
    public String format(Double value) {
        return write(value);
    }

    @Override
    public String describe() {
        return most == Double.MAX_VALUE
                ? "a number, %s or more".formatted(write(least))
                : "a number from %s to %s".formatted(write(least), write(most));
    }

    @Override
    public String placeholder() {
        return "X";
    }

    /** The shortest usual notation: {@code 0.01}, {@code 10}, {@code 4e-8}. */
    static String write(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-5 && size < 1e9
                ? exact.toPlainString()
                : exact.toString().replace("E+", "e").replace('E', 'e');
    }
}
