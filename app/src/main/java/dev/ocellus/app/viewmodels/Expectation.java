package dev.ocellus.app.viewmodels;

import dev.ocellus.app.text.Message;
import dev.ocellus.engine.run.Choice;
import dev.ocellus.engine.run.Decimal;
import dev.ocellus.engine.run.FilePath;
import dev.ocellus.engine.run.Flag;
import dev.ocellus.engine.run.ImageSizeType;
import dev.ocellus.engine.run.NumberPairType;
import dev.ocellus.engine.run.OptionType;
import dev.ocellus.engine.run.ScaleRangeType;
import dev.ocellus.engine.run.Text;
import dev.ocellus.engine.run.WholeNumber;

/** Says in the person's language what an option takes. */
final class Expectation {

    private Expectation() {}

    static Message of(OptionType<?> type) {
        return switch (type) {
            case WholeNumber(int least, int most)
            when most == Integer.MAX_VALUE -> Message.of("expected.whole.least", least);
            case WholeNumber(int least, int most) -> Message.of("expected.whole", least, most);
            case Decimal(double least, double most)
            when most == Double.MAX_VALUE -> Message.of("expected.decimal.least", plain(least));
            case Decimal(double least, double most) -> Message.of("expected.decimal", plain(least), plain(most));
            case NumberPairType pair
            when pair.ordered() -> Message.of("expected.pair.ordered", plain(pair.least()), plain(pair.most()));
            case NumberPairType pair -> Message.of("expected.pair", plain(pair.least()), plain(pair.most()));
            case ImageSizeType(int multiple, int most) -> Message.of("expected.size", plain(multiple), plain(most));
            case ScaleRangeType range -> Message.of("expected.scales");
            case Choice choice -> Message.of("expected.choice", String.join(", ", choice.names()));
            case Flag flag -> Message.of("expected.flag");
            case FilePath path -> Message.of("expected.path");
            case Text text -> Message.of("expected.text");
        };
    }

    /** Numbers as the field takes them, whatever the language. */
    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
