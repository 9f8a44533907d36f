package dev.ocellus.app.text;

import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/** Numbers, spans of time and dates as a reader of one language expects them. */
public final class Formats {

    private final Locale language;
    private final DateTimeFormatter dates;

    Formats(Locale language) {
        this.language = language;
        this.dates = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.SHORT, FormatStyle.SHORT)
                .withLocale(language)
                .withZone(ZoneId.systemDefault());
    }

    public String count(long value) {
        return NumberFormat.getIntegerInstance(language).format(value);
    }

    public String decimal(double value, int digits) {
        NumberFormat format = NumberFormat.getNumberInstance(language);
        format.setMinimumFractionDigits(digits);
        format.setMaximumFractionDigits(digits);
        return format.format(value);
    }

    /** A value with four significant digits, in scientific form where it is tiny or huge. */
    public String compact(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        double size = Math.abs(value);
        if (size != 0 && (size < 1e-3 || size >= 1e6)) {
            return String.format(language, "%.2e", value);
        }
        NumberFormat format = NumberFormat.getNumberInstance(language);
        int wholeDigits = size < 1 ? 1 : (int) Math.floor(Math.log10(size)) + 1;
        format.setMaximumFractionDigits(Math.max(0, 4 - wholeDigits));
        return format.format(value);
    }

    public String percent(double share) {
        NumberFormat format = NumberFormat.getPercentInstance(language);
        format.setMaximumFractionDigits(share < 0.1 ? 1 : 0);
        return format.format(share);
    }

    /** The two largest units of a span: {@code 2 h 05 min}, {@code 3 min 20 s}, {@code 12 s}, {@code 350 ms}. */
    public String duration(Duration span) {
        long seconds = span.toSeconds();
        if (seconds >= 86_400) {
            return "%d d %02d h".formatted(seconds / 86_400, seconds % 86_400 / 3_600);
        }
        if (seconds >= 3_600) {
            return "%d h %02d min".formatted(seconds / 3_600, seconds % 3_600 / 60);
        }
        if (seconds >= 60) {
            return "%d min %02d s".formatted(seconds / 60, seconds % 60);
        }
        return seconds >= 1 ? seconds + " s" : span.toMillis() + " ms";
    }

    public String date(Instant moment) {
        return dates.format(moment);
    }
}
