package dev.ocellus.engine.data.image;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What keeps some bytes from being read as an image; becomes an {@link UnreadableImageException} once the file is known. */
final class ImageFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final @Nullable String cure;

    /** @param message how the sentence that starts with the file's name goes on */
    ImageFault(Reason reason, String message) {
        this(reason, message, null);
    }

    ImageFault(Reason reason, String message, @Nullable String cure) {
        super(message, null, false, false);
        this.reason = reason;
        this.cure = cure;
    }

    static ImageFault damaged(String how) {
        return new ImageFault(Reason.DAMAGED, "is damaged: " + how);
    }

    static ImageFault unsupported(String what) {
        return new ImageFault(Reason.UNSUPPORTED, "is " + what + ", which is not read");
    }

    Reason reason() {
        return reason;
    }

    String cure(String usual) {
        return Objects.requireNonNullElse(cure, usual);
    }
}
