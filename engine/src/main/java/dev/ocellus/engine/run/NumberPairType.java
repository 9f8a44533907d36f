package dev.ocellus.engine.run;

import java.util.List;

/**
 * Two numbers within one range.
 *
 * @param least smallest value of either
 * @param most largest value of either
 * @param ordered whether the first may not exceed the second
 */
public record NumberPairType(double least, double most, boolean ordered) implements OptionType<NumberPair> {

    @Override
    public NumberPair parse(String text) {
        List<String> items = Lists.items(text);
        if (items.size() != 2) {
            throw new IllegalArgumentException("not two numbers");
        }
        Decimal each = new Decimal(least, most);
        NumberPair pair = new NumberPair(each.parse(items.getFirst()), each.parse(items.getLast()));
        if (ordered && pair.first() > pair.second()) {
            throw new IllegalArgumentException("the first exceeds the second");
        }
        return pair;
    }

    @Override
    public Object plain(NumberPair pair) {
        return List.of(pair.first(), pair.second());
    }

    @Override
    public String describe() {
        return "two numbers from %s to %s%s"
                .formatted(Decimal.write(least), Decimal.write(most), ordered ? ", the smaller first" : "");
    }

    @Override
    public String placeholder() {
        return "X,Y";
    }
}
