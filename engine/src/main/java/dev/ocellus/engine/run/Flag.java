package dev.ocellus.engine.run;

import java.util.Locale;

/** On or off. */
public record Flag() implements OptionType<Boolean> {

    @Override
    public Boolean parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    @Override
    public String describe() {
        return "true or false";
    }

    @Override
    public String placeholder() {
        return "true|false";
    }
}
