package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HomographyTest {

    private static final Homography TILTED = new Homography(1.2, 0.3, 5, -0.2, 0.9, -7, 0.001, -0.002, 1);

    @Test
    void doesTheInnerMapFirst() {
        Homography map = Homography.affine(2, 0, 0, 0, 2, 0).after(Homography.translation(1, 10));
        double[] point = new double[2];
        map.apply(3, 4, point);
        assertArrayEquals(new double[] {8, 28}, point);
        assertTrue(map.affine());
    }

    @Test
    void comesBack() {
        double[] point = new double[2];
        TILTED.apply(30, 40, point);
        Homography back = TILTED.inverse();
        assertTrue(back.w(point[0], point[1]) > 0);
        back.apply(point[0], point[1], point);
        assertArrayEquals(new double[] {30, 40}, point, 1e-9);
        assertFalse(back.affine());
    }

    @Test
    void keepsTheSignOfTheDistanceWhenItMirrors() {
        Homography mirrored = Homography.affine(-1, 0, 9, 0, 1, 0);
        assertEquals(1, mirrored.inverse().w(5, 5));
    }

    @Test
    void countsFromPixelCentresForOpenCv() {
        // Twice as large: the centre of pixel 0 lies at 0.5, then at 1, which is half a pixel right of centre 0.
        assertArrayEquals(
                new double[] {2, 0, 0.5, 0, 2, 0.5},
                Homography.affine(2, 0, 0, 0, 2, 0).betweenPixelCentres().rows2());
    }
}
