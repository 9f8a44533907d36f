package dev.ocellus.engine.data;

/** Why a row of a label file gives no box; the words of a {@link Problem} that lacks only its place. */
final class LabelFault extends Exception {

    private static final long serialVersionUID = 1L;

    private final String id;
    private final String value;
    private final String message;
    private final String cure;

    LabelFault(String id, String value, String message, String cure) {
        super(message, null, false, false);
        this.id = id;
        this.value = value;
        this.message = message;
        this.cure = cure;
    }

    String id() {
        return id;
    }

    String value() {
        return value;
    }

    String message() {
        return message;
    }

    String cure() {
        return cure;
    }
}
