package dev.ocellus.engine.data.augment;

import org.bytedeco.opencv.opencv_core.Rect;

/** A rectangle of whole pixels, right and bottom exclusive. Immutable. */
record Region(int left, int top, int right, int bottom) {

    int width() {
        return right - left;
    }

    int height() {
        return bottom - top;
    }

    boolean empty() {
        return right <= left || bottom <= top;
    }

    Region intersection(Region other) {
        return new Region(
                Math.max(left, other.left),
                Math.max(top, other.top),
                Math.min(right, other.right),
                Math.min(bottom, other.bottom));
    }

    Region movedBy(int dx, int dy) {
        return new Region(left + dx, top + dy, right + dx, bottom + dy);
    }

    Rect rect() {
        return new Rect(left, top, width(), height());
    }
}
