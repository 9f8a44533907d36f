package dev.ocellus.engine.run;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes to train at: off, on, or a range of factors and perhaps a step in pixels, as in {@code 0.5-1.5:64}. */
public record ScaleRangeType() implements OptionType<ScaleRange> {

    private static final Decimal LEAST = new Decimal(0.1, 1);
    private static final Decimal MOST = new Decimal(1, 4);
    private static final Pattern RANGE = Pattern.compile("([0-9.]+)-([0-9.]+)(?::(\\d{1,4}))?");

    @Override
    public ScaleRange parse(String text) {
        String value = text.strip().toLowerCase(Locale.ROOT);
        return switch (value) {
            case "off", "false", "no", "none" -> ScaleRange.OFF;
            case "on", "true", "yes" -> ScaleRange.ON;
            default -> range(value);
        };
    }

    private static ScaleRange range(String text) {
        Matcher found = RANGE.matcher(text);
        if (!found.matches()) {
            throw new IllegalArgumentException("no range");
        }
        int step = found.group(3) == null ? ScaleRange.MULTIPLE : Integer.parseInt(found.group(3));
        ScaleRange range = new ScaleRange(LEAST.parse(found.group(1)), MOST.parse(found.group(2)), step);
        if (step == 0 || step % ScaleRange.MULTIPLE != 0 || range.least() == range.most()) {
            throw new IllegalArgumentException("no steps");
        }
        return range;
    }

    @Override
    public Object plain(ScaleRange range) {
        return range.toString();
    }

    @Override
    public String describe() {
        return "off, on, or LOW-HIGH:STEP such as %s: factors of the image size, %s to 1 and 1 to %s, and pixels, a multiple of %d"
                .formatted(
                        ScaleRange.ON, Decimal.write(LEAST.least()), Decimal.write(MOST.most()), ScaleRange.MULTIPLE);
    }

    @Override
    public String placeholder() {
        return "off|on|LOW-HIGH:STEP";
    }
}
