package dev.ocellus.engine.run;

import dev.ocellus.engine.StudioException;

/**
 * Something that keeps a configuration from being used, though each value on its own is valid.
 *
 * @param option the option to change
 * @param message what is wrong
 * @param cure what to do
 */
public record Problem(Option<?> option, String message, String cure) {

    /** The same as an exception of kind USAGE. */
    public StudioException toException() {
        return new StudioException(StudioException.Kind.USAGE, message, cure);
    }
}
