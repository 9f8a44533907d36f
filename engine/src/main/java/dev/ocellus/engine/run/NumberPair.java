package dev.ocellus.engine.run;

/** Two numbers that belong together, such as the ends of a range. */
public record NumberPair(double first, double second) {

    @Override
    public String toString() {
        return Decimal.write(first) + "," + Decimal.write(second);
    }
}
