package dev.ocellus.engine.data.image;

import dev.ocellus.engine.StudioException;
import java.nio.file.Path;

/** An image file that gives no pixels, with the reason. The message names the file. */
public final class UnreadableImageException extends StudioException {

    private static final long serialVersionUID = 1L;

    /** Why an image cannot be read. */
    public enum Reason {
        /** The file has no bytes. */
        EMPTY("Copy it from its source again, or remove it from the dataset."),
        /** The content is something else: a web page, a pointer, text, a document. */
        NOT_AN_IMAGE("Replace it by the image, or remove it from the dataset."),
        /** A picture in a format, or a variant of one, that is not read. */
        UNSUPPORTED("Convert it to JPEG or to PNG with 8 bits a channel."),
        /** Cut off or changed. */
        DAMAGED("Copy it from its source again, or remove it from the dataset."),
        /** More pixels than the limit. */
        TOO_LARGE("Cut it into tiles or scale it down."),
        /** The file is absent or may not be read. */
        INACCESSIBLE("Check that the file is there and that you may read it.");

        private final String cure;

        Reason(String cure) {
            this.cure = cure;
        }
    }

    private final Reason reason;
    private final String sentence;

    UnreadableImageException(Path file, ImageFault fault) {
        super(Kind.DATA, file + " " + fault.getMessage() + ".", fault.cure(fault.reason().cure), fault);
        this.reason = fault.reason();
        this.sentence = "The file " + fault.getMessage() + ".";
    }

    /** Why it cannot be read. */
    public Reason reason() {
        return reason;
    }

    /** The message without the path, for a place where the file is shown already. */
    public String sentence() {
        return sentence;
    }
}
