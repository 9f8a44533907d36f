package dev.ocellus.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a person can do something about: what is wrong (naming file, line and value where there are any) and how
 * to cure it. Anything else that is thrown is a defect of the program.
 */
public class StudioException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Where a fault comes from; decides the exit code of the command line. */
    public enum Kind {
        /** The machine or the run: device, memory, disk, divergence. */
        RUNTIME(1),
        /** The command or the configuration. */
        USAGE(2),
        /** Images, labels, dataset description. */
        DATA(3),
        /** Model, weights, checkpoint. */
        MODEL(4),
        /** Writing a model for another program. */
        EXPORT(5);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        /** Exit code of a process that ends with a fault of this kind. */
        public int exitCode() {
            return exitCode;
        }
    }

    private final Kind kind;
    private final String message;
    private final String cure;

    /**
     * @param kind where the fault comes from
     * @param message what is wrong, a full sentence
     * @param cure what to do about it, a full sentence; may be empty when there is nothing to advise
     */
    public StudioException(Kind kind, String message, String cure) {
        super(message);
        this.message = Objects.requireNonNull(message);
        this.kind = Objects.requireNonNull(kind);
        this.cure = Objects.requireNonNull(cure);
    }

    /** As above, with the exception that led to the fault. */
    public StudioException(Kind kind, String message, String cure, @Nullable Throwable cause) {
        super(message, cause);
        this.message = Objects.requireNonNull(message);
        this.kind = Objects.requireNonNull(kind);
        this.cure = Objects.requireNonNull(cure);
    }

    /**
     * A thrown exception in words that help, if it is one of those that a machine can raise at any time: a file that cannot
     * be read or written, memory that does not suffice. A defect of the program gives nothing.
     */
    public static Optional<StudioException> of(Throwable thrown) {
        return switch (thrown) {
            case StudioException fault -> Optional.of(fault);
            case UncheckedIOException wrapped -> of(Objects.requireNonNull(wrapped.getCause()));
            case IOException fault ->
                Optional.of(new StudioException(
                        Kind.RUNTIME,
                        "A file could not be read or written: %s (%s)."
                                .formatted(fault.getMessage(), fault.getClass().getSimpleName()),
                        "Check the path, its permissions and the space on the disk.",
                        fault));
            case OutOfMemoryError fault ->
                Optional.of(new StudioException(
                        Kind.RUNTIME,
                        "The memory does not suffice.",
                        "Choose a smaller batch, imgsz or model, or cache=off.",
                        fault));
            default -> Optional.empty();
        };
    }

    /** What is wrong. */
    @Override
    public String getMessage() {
        return message;
    }

    /** Where the fault comes from. */
    public Kind kind() {
        return kind;
    }

    /** What to do about it; may be empty. */
    public String cure() {
        return cure;
    }
}
