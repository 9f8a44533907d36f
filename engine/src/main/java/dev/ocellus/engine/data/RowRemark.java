package dev.ocellus.engine.data;

import dev.ocellus.engine.data.Problem.Severity;
import java.nio.file.Path;

/** What was done to rows of a label file that differ from plain boxes; said once a file. */
enum RowRemark {
    POLYGON(
            Severity.INFO,
            "label-polygon",
            "Polygons and oriented boxes are taken as the upright boxes around them",
            "Nothing is to be done if boxes are what you want."),
    POSE(
            Severity.INFO,
            "label-pose",
            "Of boxes with keypoints only the boxes are taken",
            "Nothing is to be done if boxes are what you want."),
    SIXTH_COLUMN(
            Severity.WARNING,
            "label-sixth-column",
            "A sixth column, perhaps a confidence, is dropped",
            "Check that these are labels and not predictions."),
    CLIPPED(
            Severity.WARNING,
            "label-clipped",
            "Boxes that leave the image are clipped to it",
            "Correct them if they were drawn wrongly."),
    TINY(
            Severity.WARNING,
            "label-tiny",
            "Boxes of less than a pixel are kept as they are",
            "Remove them if they were drawn by accident."),
    DUPLICATE(Severity.WARNING, "label-duplicate", "A box that occurs before is left out", "Remove the copies."),
    COMMENT(Severity.INFO, "label-comment", "Comments are passed over", "");

    private final Severity severity;
    private final String id;
    private final String what;
    private final String cure;

    RowRemark(Severity severity, String id, String what, String cure) {
        this.severity = severity;
        this.id = id;
        this.what = what;
        this.cure = cure;
    }

    /** @param rows rows of the file that it was done to, {@code line} the first */
    Problem at(Path file, int line, String value, int rows) {
        String message = what + (rows == 1 ? " (1 row)." : " (" + rows + " rows of this file).");
        return new Problem(severity, id, file, line, value, message, cure);
    }
}
