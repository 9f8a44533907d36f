package dev.ocellus.engine.run;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file or folder, or none. Whether it exists is for the reader of it to find out.
 *
 * @param expected what belongs there, as the end of the sentence "it takes …"
 */
public record FilePath(String expected) implements OptionType<Optional<Path>> {

    @Override
    public Optional<Path> parse(String text) {
        String value = text.strip();
        if (value.isEmpty() || value.equalsIgnoreCase("none") || value.equalsIgnoreCase("null")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(value));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("no path on this system", e);
        }
    }

    @Override
    public String format(Optional<Path> value) {
        return value.map(Path::toString).orElse("");
    }

    /** The absolute path: files are read in another folder than they were written from. */
    @Override
    public Object plain(Optional<Path> value) {
        return value.map(path -> path.toAbsolutePath().normalize().toString()).orElse("");
    }

    @Override
    public String describe() {
        return expected;
    }

    @Override
    public String placeholder() {
        return "PATH";
    }
}
