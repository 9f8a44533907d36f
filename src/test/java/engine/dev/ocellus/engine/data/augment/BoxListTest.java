package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.data.Box;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoxListTest {

    private final BoxList boxes = new BoxList();

    private void assertBox(int box, double... expected) {
        assertArrayEquals(
                expected,
                new double[] {boxes.cls(box), boxes.x1(box), boxes.y1(box), boxes.x2(box), boxes.y2(box)},
                1e-4);
    }

    @Test
    void placesFractionsAtAScaleAndAnOffset() {
        boxes.add(List.of(new Box(7, 0.5f, 0.5f, 0.2f, 0.5f)), 100, 40, 0.5, 3, -1);
        assertBox(0, 7, 23, 4, 33, 14);
    }

    @Test
    void mirrorsBothWays() {
        boxes.add(1, 10, 20, 30, 25);
        boxes.mirrorColumns(100);
        assertBox(0, 1, 70, 20, 90, 25);
        boxes.mirrorRows(50);
        assertBox(0, 1, 70, 25, 90, 30);
    }

    @Test
    void clipsToTheInput() {
        boxes.add(0, -5, -5, 700, 20);
        boxes.clip(640, 10);
        assertBox(0, 0, 0, 0, 640, 10);
    }

    @Test
    void boundsTheWarpedCorners() {
        boxes.add(0, 1, 2, 3, 6);
        boxes.warp(Homography.affine(0, -1, 10, 1, 0, 0)); // a quarter turn: (x, y) to (10 − y, x)
        assertBox(0, 0, 4, 1, 8, 3);
    }

    @Test
    void dividesByTheDistanceInAPerspective() {
        boxes.add(0, 0, 0, 2, 2);
        boxes.warp(new Homography(1, 0, 0, 0, 1, 0, 0.5, 0, 1));
        assertBox(0, 0, 0, 0, 1, 2);
    }

    @Test
    void dropsBoxesWithASideThatIsNotLonger() {
        boxes.add(0, 0, 0, 2, 9);
        boxes.add(1, 0, 0, 2.5, 2.5);
        boxes.add(2, 0, 0, 9, 2);
        assertTrue(boxes.anyLargerThan(2));
        assertFalse(boxes.anyLargerThan(3));
        boxes.keepLargerThan(2);
        assertEquals(1, boxes.size());
        assertEquals(1, boxes.cls(0));
    }

    @Test
    void growsWithoutLimit() {
        for (int i = 0; i < 5000; i++) {
            boxes.add(i, i, i, i + 1, i + 1);
        }
        assertEquals(5000, boxes.size());
        assertBox(4999, 4999, 4999, 4999, 5000, 5000);
    }

    @Test
    void marksRowsWithoutABox() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rows = arena.allocate(3 * 5 * 4, 4).fill((byte) 7);
            boxes.add(4, 1, 2, 3, 4);
            assertEquals(1, boxes.writeTo(rows));
            assertArrayEquals(
                    new float[] {4, 1, 2, 3, 4, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0}, rows.toArray(ValueLayout.JAVA_FLOAT));
        }
    }

    @Test
    void tellsHowManyFoundARow() {
        try (Arena arena = Arena.ofConfined()) {
            boxes.add(0, 0, 0, 1, 1);
            boxes.add(1, 0, 0, 1, 1);
            boxes.add(2, 0, 0, 1, 1);
            assertEquals(2, boxes.writeTo(arena.allocate(2 * 5 * 4, 4)));
        }
    }
}
