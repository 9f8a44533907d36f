package dev.ocellus.engine.data;

/** Numbers of label files: decimal, with an exponent or not; nothing that only Java takes for a number. */
final class LabelNumber {

    private LabelNumber() {}

    static double parse(String text) throws LabelFault {
        if (!plain(text)) {
            throw fault(text);
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException _) {
            throw fault(text);
        }
        if (Double.isInfinite(value)) {
            throw new LabelFault("label-not-finite", text, "The number is too large.", "Correct or remove the row.");
        }
        return value;
    }

    private static boolean plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return true;
    }

    private static LabelFault fault(String text) {
        if (text.matches("(?i)[+-]?(nan|inf|infinity)")) {
            return new LabelFault("label-not-finite", text, "The number is not finite.", "Correct or remove the row.");
        }
        if (text.matches("[+-]?\\d*,\\d+")) {
            return new LabelFault(
                    "label-number",
                    text,
                    "The number is written with a decimal comma.",
                    "Write it with a point: " + text.replace(',', '.') + ".");
        }
        return new LabelFault(
                "label-number",
                text,
                "\"" + Problem.printable(text) + "\" is not a number.",
                "Correct or remove the row.");
    }
}
