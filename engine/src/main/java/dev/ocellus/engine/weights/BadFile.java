package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.StudioException.Kind;
import java.io.IOException;
import java.nio.file.Path;

/** Refusals of files with weights. Each names the file, what is wrong in it and what to do. */
final class BadFile {
    /** The cure for a file that has lost or changed bytes. */
    static final String DAMAGED = "The file is damaged: copy or download it again.";

    private static final int LONGEST_FAULT = 1500;

    private BadFile() {}

    /** Text from a file as it may be shown: a name in a hostile file could command the terminal, or never end. */
    static String printable(String text) {
        String shown = text.length() > LONGEST_FAULT ? text.substring(0, LONGEST_FAULT) + "…" : text;
        return shown.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }

    /** @param fault what is wrong, the rest of a sentence that starts with the file's name */
    static StudioException refuse(Path file, String fault, String cure) {
        return new StudioException(Kind.MODEL, file + " " + printable(fault) + ".", cure);
    }

    /** The system could not read it. */
    static StudioException unreadable(Path file, IOException cause) {
        return new StudioException(
                Kind.MODEL, file + " cannot be read: " + cause + ".", "Check the path and its permissions.", cause);
    }
}
