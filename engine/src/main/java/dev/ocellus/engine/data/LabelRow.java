package dev.ocellus.engine.data;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one row of a label file in YOLO format: {@code class cx cy w h} as fractions of the image, separated by blanks.
 * Rows of other tasks give the box they contain: a polygon or an oriented box ({@code class x1 y1 x2 y2 x3 y3 …}) the
 * upright box around it, a pose ({@code class cx cy w h} and keypoints) its box. For one thread.
 */
final class LabelRow {
    /** How far a number may lie beyond 0 or 1 as rounding. */
    private static final double ROUNDING = 1e-3;

    private static final String NORMALISED =
            "Write the centre, width and height as fractions of the image, between 0 and 1.";
    private static final String COLUMNS = "Write five columns: class, centre x, centre y, width, height.";

    private final ClassIds classes;
    private final @Nullable KeypointShape keypoints;
    private final Set<RowRemark> remarks = EnumSet.noneOf(RowRemark.class);

    LabelRow(ClassIds classes, @Nullable KeypointShape keypoints) {
        this.classes = classes;
        this.keypoints = keypoints;
    }

    /** What the last row that was read differs in from a plain box. */
    Set<RowRemark> remarks() {
        return remarks;
    }

    /**
     * @param line a row that is neither blank nor a comment
     * @throws LabelFault if it gives no box
     */
    Box read(String line) throws LabelFault {
        remarks.clear();
        String[] columns = columns(line);
        int cls = classes.id(columns[0]);
        double[] values = new double[columns.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = LabelNumber.parse(columns[i + 1]);
        }
        return clipped(cls, shape(values, line), line);
    }

    private static String[] columns(String line) throws LabelFault {
        StringTokenizer tokens = new StringTokenizer(line);
        String[] columns = new String[tokens.countTokens()];
        Arrays.setAll(columns, _ -> tokens.nextToken());
        if (columns.length < 5) {
            boolean commas = line.chars().filter(c -> c == ',' || c == ';').count() >= 4;
            String message = commas
                    ? "The columns of this row are not separated by blanks."
                    : "This row has " + columns.length + (columns.length == 1 ? " column" : " columns")
                            + ", but a box needs five.";
            throw new LabelFault("label-columns", line, message, COLUMNS);
        }
        return columns;
    }

    /** Centre, width and height of whatever the row describes. */
    private double[] shape(double[] values, String line) throws LabelFault {
        int columns = values.length + 1;
        if (columns == 5) {
            return values;
        }
        if (keypoints == null ? looksLikePose(values) : columns == keypoints.columns()) {
            remarks.add(RowRemark.POSE);
            return Arrays.copyOf(values, 4);
        }
        if (columns == 6) {
            remarks.add(RowRemark.SIXTH_COLUMN);
            return Arrays.copyOf(values, 4);
        }
        if (values.length % 2 != 0) {
            throw new LabelFault(
                    "label-columns",
                    line,
                    "This row has " + columns + " columns: too many for a box, and a polygon has pairs of numbers"
                            + " after its class.",
                    COLUMNS);
        }
        remarks.add(RowRemark.POLYGON);
        return around(values);
    }

    /** An odd number of values cannot be a polygon; in threes, the third a visibility, they are keypoints. */
    private static boolean looksLikePose(double[] values) {
        boolean pose = values.length % 2 == 1 && values.length > 4 && (values.length - 4) % 3 == 0;
        for (int i = 6; pose && i < values.length; i += 3) {
            pose = values[i] == 0 || values[i] == 1 || values[i] == 2;
        }
        return pose;
    }

    private static double[] around(double[] points) {
        double left = points[0];
        double right = points[0];
        double top = points[1];
        double bottom = points[1];
        for (int i = 2; i < points.length; i += 2) {
            left = Math.min(left, points[i]);
            right = Math.max(right, points[i]);
            top = Math.min(top, points[i + 1]);
            bottom = Math.max(bottom, points[i + 1]);
        }
        return new double[] {(left + right) / 2, (top + bottom) / 2, right - left, bottom - top};
    }

    private Box clipped(int cls, double[] shape, String line) throws LabelFault {
        check(shape, line);
        double left = shape[0] - shape[2] / 2;
        double top = shape[1] - shape[3] / 2;
        double right = shape[0] + shape[2] / 2;
        double bottom = shape[1] + shape[3] / 2;
        double beyond = Math.max(Math.max(-left, -top), Math.max(right, bottom) - 1);
        if (beyond <= 0) {
            return new Box(cls, (float) shape[0], (float) shape[1], (float) shape[2], (float) shape[3]);
        }
        if (beyond > ROUNDING) {
            remarks.add(RowRemark.CLIPPED);
        }
        double[] inside =
                around(new double[] {Math.max(0, left), Math.max(0, top), Math.min(1, right), Math.min(1, bottom)});
        if (inside[2] <= 0 || inside[3] <= 0) {
            throw new LabelFault("label-outside", line, "Nothing of this box lies in the image.", NORMALISED);
        }
        return new Box(cls, (float) inside[0], (float) inside[1], (float) inside[2], (float) inside[3]);
    }

    private static void check(double[] shape, String line) throws LabelFault {
        if (Math.max(Math.max(shape[0], shape[1]), Math.max(shape[2], shape[3])) > 2) {
            throw new LabelFault(
                    "label-pixels", line, "The numbers of this row are too large, perhaps pixels.", NORMALISED);
        }
        if (shape[2] <= 0 || shape[3] <= 0) {
            throw new LabelFault(
                    "label-size", line, "This box has no area: its width or height is not above 0.", NORMALISED);
        }
        if (Math.min(shape[0], shape[1]) < -ROUNDING || Math.max(shape[0], shape[1]) > 1 + ROUNDING) {
            throw new LabelFault("label-outside", line, "The centre of this box lies outside the image.", NORMALISED);
        }
        if (shape[2] > 1 + ROUNDING || shape[3] > 1 + ROUNDING) {
            throw new LabelFault("label-size", line, "This box is larger than the image.", NORMALISED);
        }
    }
}
