package dev.ocellus.engine.data;

import dev.ocellus.engine.data.Problem.Severity;
import java.nio.file.Path;

/** What was done to rows of a label file that differ from plain boxes; said once a file. */
enum RowRemark {
    POLYGON(
            Severity.INFO,
            "label-polygon",
            "a polygon or an oriented box, taken as the upright box around it",
            "Nothing, if boxes are what you want."),
    POSE(
            Severity.INFO,
            "label-pose",
            "a box with keypoints, of which the box is taken",
            "Nothing, if boxes are what you want."),
    SIXTH_COLUMN(
            Severity.WARNING,
            "label-sixth-column",
            "with a sixth column, perhaps a confidence, which is dropped",
            "Check that these are labels and not predictions."),
    CLIPPED(
            Severity.WARNING,
            "label-clipped",
            "a box that leaves the image and was clipped to it",
            "Correct the box if it was drawn wrongly."),
    TINY(Severity.WARNING, "label-tiny", "a box of less than a pixel", "Remove it if it was drawn by accident."),
    DUPLICATE(
            Severity.WARNING,
            "label-duplicate",
            "the same box once more, of which one copy is kept",
            "Remove the copies."),
    COMMENT(Severity.INFO, "label-comment", "a comment, which is passed over", "");

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

    Problem at(Path file, int line, String value, int rows) {
        String message = (rows == 1 ? "This row is " : "This row and " + (rows - 1) + " more of this file are ")
                + what
                + (rows == 1 ? "." : ", each.");
        return new Problem(severity, id, file, line, value, message, cure);
    }
}
