package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.DetectionLoss;

/**
 * Complete IoU of a predicted box and a target, and its slope over the prediction's sides.
 *
 * <p>Both boxes are given from one anchor's point, which loses no digits to the point's own coordinates: the prediction as
 * distances to its left, top, right and bottom edge, the target as corners relative to the point. The aspect term's factor
 * α is held fixed in the slope. Where a side of the prediction lies exactly on one of the target, each counts
 * half, as in the reference.
 *
 * <p>One instance serves one thread; it holds its target and its last slope so that nothing is allocated.
 *
 * <p>Source: Z. Zheng et al., arXiv:1911.08287.
 */
final class CompleteIou {
    private static final double EPSILON = DetectionLoss.EPSILON;
    private static final double ASPECT_SCALE = 4 / (Math.PI * Math.PI);

    private double x1;
    private double y1;
    private double x2;
    private double y2;
    private double targetArea;
    private double targetAngle;

    private double slopeLeft;
    private double slopeTop;
    private double slopeRight;
    private double slopeBottom;

    /** Sets the size of the target, which is what costs an arctangent. */
    void targetSize(double width, double height) {
        targetArea = width * height;
        targetAngle = Math.atan(width / (height + EPSILON));
    }

    /** Sets the corners of the target relative to the anchor's point. */
    void targetCorners(double left, double top, double right, double bottom) {
        x1 = left;
        y1 = top;
        x2 = right;
        y2 = bottom;
    }

    /** Plain IoU with a prediction; never below the complete one. */
    double iou(double left, double top, double right, double bottom) {
        double width = Math.min(right, x2) - Math.max(-left, x1);
        double height = Math.min(bottom, y2) - Math.max(-top, y1);
        if (width <= 0 || height <= 0) {
            return 0;
        }
        double intersection = width * height;
        return intersection / ((left + right) * (top + bottom) + targetArea - intersection + EPSILON);
    }

    /** Complete IoU with a prediction whose plain IoU is known. */
    double complete(double iou, double left, double top, double right, double bottom) {
        double aspect = aspect(angleGap(left + right, top + bottom));
        return iou - centreTerm(left, top, right, bottom) - alpha(aspect, iou) * aspect;
    }

    /** Complete IoU with a prediction; its slope can be read afterwards. */
    double completeWithSlope(double left, double top, double right, double bottom) {
        double iou = iou(left, top, right, bottom);
        overlapSlope(left, top, right, bottom);
        centreSlope(left, top, right, bottom);
        double width = left + right;
        double height = top + bottom;
        double gap = angleGap(width, height);
        double aspect = aspect(gap);
        double alpha = alpha(aspect, iou);
        double padded = height + EPSILON;
        double perAngle = alpha * 2 * ASPECT_SCALE * gap / (padded * padded + width * width);
        slopeLeft -= perAngle * padded;
        slopeRight -= perAngle * padded;
        slopeTop += perAngle * width;
        slopeBottom += perAngle * width;
        return iou - centreTerm(left, top, right, bottom) - alpha * aspect;
    }

    /** Slope of the last complete IoU over one of the distances: left, top, right, bottom. */
    double slope(int side) {
        return switch (side) {
            case 0 -> slopeLeft;
            case 1 -> slopeTop;
            case 2 -> slopeRight;
            default -> slopeBottom;
        };
    }

    private double angleGap(double width, double height) {
        return Math.atan(width / (height + EPSILON)) - targetAngle;
    }

    private static double aspect(double angleGap) {
        return ASPECT_SCALE * angleGap * angleGap;
    }

    private static double alpha(double aspect, double iou) {
        return aspect / (aspect - iou + 1 + EPSILON);
    }

    private double centreTerm(double left, double top, double right, double bottom) {
        double dx = (right - left - x1 - x2) / 2;
        double dy = (bottom - top - y1 - y2) / 2;
        return (dx * dx + dy * dy) / diagonal(left, top, right, bottom);
    }

    /** Squared diagonal of the smallest box around both. */
    private double diagonal(double left, double top, double right, double bottom) {
        double width = Math.max(right, x2) - Math.min(-left, x1);
        double height = Math.max(bottom, y2) - Math.min(-top, y1);
        return width * width + height * height + EPSILON;
    }

    /** Sets the slopes to those of the plain IoU. */
    private void overlapSlope(double left, double top, double right, double bottom) {
        double width = Math.min(right, x2) - Math.max(-left, x1);
        double height = Math.min(bottom, y2) - Math.max(-top, y1);
        if (width <= 0 || height <= 0) {
            width = 0;
            height = 0;
        }
        double intersection = width * height;
        double union = (left + right) * (top + bottom) + targetArea - intersection + EPSILON;
        // d(I/U) = dI (U + I) / U² − I dA / U², since U = A + const − I.
        double perIntersection = (union + intersection) / (union * union);
        double perArea = intersection / (union * union);
        slopeLeft = height * perIntersection * share(-left - x1) - (top + bottom) * perArea;
        slopeRight = height * perIntersection * share(x2 - right) - (top + bottom) * perArea;
        slopeTop = width * perIntersection * share(-top - y1) - (left + right) * perArea;
        slopeBottom = width * perIntersection * share(y2 - bottom) - (left + right) * perArea;
    }

    /** Takes the slopes of the centre term away. */
    private void centreSlope(double left, double top, double right, double bottom) {
        double diagonal = diagonal(left, top, right, bottom);
        double dx = (right - left - x1 - x2) / 2;
        double dy = (bottom - top - y1 - y2) / 2;
        double perExtent = 2 * (dx * dx + dy * dy) / (diagonal * diagonal);
        double width = Math.max(right, x2) - Math.min(-left, x1);
        double height = Math.max(bottom, y2) - Math.min(-top, y1);
        slopeLeft += dx / diagonal + width * perExtent * share(x1 + left);
        slopeRight += width * perExtent * share(right - x2) - dx / diagonal;
        slopeTop += dy / diagonal + height * perExtent * share(y1 + top);
        slopeBottom += height * perExtent * share(bottom - y2) - dy / diagonal;
    }

    /** Share that the first of two edges has in their extreme: all, none or, where they coincide, half. */
    private static double share(double lead) {
        return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    }
}
