package dev.ocellus.engine.data;

import java.util.List;

/**
 * The class ids that labels may use.
 *
 * @param names class names, by id; empty where the dataset names none
 * @param count how many ids there are
 */
record ClassIds(List<String> names, int count) {

    /** Ids are unbounded where classes have no names, but a network needs an output for each up to the largest. */
    private static final int MOST_WITHOUT_NAMES = 1000;

    static ClassIds named(List<String> names) {
        return new ClassIds(names, names.size());
    }

    static ClassIds unnamed() {
        return new ClassIds(List.of(), MOST_WITHOUT_NAMES);
    }

    /** The id written in a label; a whole number may have a fraction of zeros. */
    int id(String text) throws LabelFault {
        double value;
        try {
            value = LabelNumber.parse(text);
        } catch (LabelFault _) {
            int named = names.indexOf(text);
            throw new LabelFault(
                    "label-class",
                    text,
                    "The class is \"" + Problem.printable(text) + "\", not an id.",
                    named < 0 ? "Write the id of a class: " + range() + "." : "Write its id, " + named + ".");
        }
        if (value != Math.rint(value)) {
            throw new LabelFault(
                    "label-class", text, "The class id is not a whole number.", "Write one of " + range() + ".");
        }
        if (value < 0 || value >= count) {
            throw new LabelFault(
                    "label-class-range",
                    text,
                    "The class id is out of range: the dataset has the ids " + range() + ".",
                    names.isEmpty() ? "Correct the id." : "Correct the id, or add the class to the names.");
        }
        return (int) value;
    }

    private String range() {
        return count == 1 ? "0" : "0 to " + (count - 1);
    }
}
