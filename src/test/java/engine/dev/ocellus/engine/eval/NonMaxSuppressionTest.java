package dev.ocellus.engine.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NonMaxSuppressionTest {

    private static final NonMaxSuppression SUPPRESSION = new NonMaxSuppression(0.25, 0.45, 300);

    /** Rows of x1, y1, x2, y2, scores to the channel-major layout of predictions. */
    private static MemorySegment predictions(float[]... rows) {
        float[] values = new float[rows.length * rows[0].length];
        for (int a = 0; a < rows.length; a++) {
            for (int c = 0; c < rows[a].length; c++) {
                values[c * rows.length + a] = rows[a][c];
            }
        }
        return MemorySegment.ofArray(values);
    }

    private static List<ScoredBox> suppress(NonMaxSuppression suppression, float[]... rows) {
        return suppression.apply(predictions(rows), rows.length, 100, 100);
    }

    @Test
    void dropsTheWeakerOfTwoBoxesOfOneClass() {
        List<ScoredBox> kept =
                suppress(SUPPRESSION, new float[] {0, 0, 10, 10, 0.6f}, new float[] {1, 0, 11, 10, 0.9f});
        assertEquals(List.of(new ScoredBox(0, 1, 0, 11, 10, 0.9f)), kept);
    }

    @Test
    void keepsOverlappingBoxesOfDifferentClasses() {
        List<ScoredBox> kept =
                suppress(SUPPRESSION, new float[] {0, 0, 10, 10, 0.6f, 0}, new float[] {1, 0, 11, 10, 0, 0.9f});
        assertEquals(List.of(1, 0), kept.stream().map(ScoredBox::cls).toList());
    }

    @Test
    void everyClassAboveTheThresholdMakesADetection() {
        List<ScoredBox> kept = suppress(SUPPRESSION, new float[] {0, 0, 10, 10, 0.6f, 0.7f, 0.25f});
        assertEquals(List.of(1, 0), kept.stream().map(ScoredBox::cls).toList());
    }

    @Test
    void keepsABoxThatOverlapsByExactlyTheThreshold() {
        NonMaxSuppression half = new NonMaxSuppression(0.25, 0.5, 300);
        List<ScoredBox> kept = suppress(half, new float[] {0, 0, 10, 10, 0.6f}, new float[] {0, 0, 20, 10, 0.9f});
        assertEquals(2, kept.size());
    }

    @Test
    void aSuppressedBoxSuppressesNothing() {
        List<ScoredBox> kept =
                suppress(SUPPRESSION, new float[] {0, 0, 10, 10, 0.9f}, new float[] {3, 0, 13, 10, 0.8f}, new float[] {
                    6, 0, 16, 10, 0.7f
                });
        assertEquals(List.of(0f, 6f), kept.stream().map(ScoredBox::x1).toList());
    }

    @Test
    void equalScoresRankByAnchor() {
        List<ScoredBox> kept =
                suppress(SUPPRESSION, new float[] {50, 0, 60, 10, 0.5f}, new float[] {0, 0, 10, 10, 0.5f}, new float[] {
                    51, 0, 61, 10, 0.5f
                });
        assertEquals(List.of(50f, 0f), kept.stream().map(ScoredBox::x1).toList());
    }

    @Test
    void cutsBoxesToTheImageBeforeComparingThem() {
        // Only the parts outside the image differ.
        List<ScoredBox> kept =
                suppress(SUPPRESSION, new float[] {-90, 0, 10, 10, 0.9f}, new float[] {0, 0, 10, 10, 0.8f});
        assertEquals(List.of(new ScoredBox(0, 0, 0, 10, 10, 0.9f)), kept);
    }

    @Test
    void dropsRowsThatAreNotFiniteOrHaveNoArea() {
        List<ScoredBox> kept = suppress(
                SUPPRESSION,
                new float[] {Float.NaN, 0, 10, 10, 0.9f},
                new float[] {0, 0, Float.POSITIVE_INFINITY, 10, 0.9f},
                new float[] {0, 0, 10, 10, Float.NaN},
                new float[] {0, 0, 10, 10, Float.POSITIVE_INFINITY},
                new float[] {5, 5, 5, 10, 0.9f},
                new float[] {120, 5, 130, 10, 0.9f},
                new float[] {20, 20, 30, 30, 0.3f});
        assertEquals(List.of(new ScoredBox(0, 20, 20, 30, 30, 0.3f)), kept);
    }

    @Test
    void keepsTheHighestScoresUpToTheLimit() {
        List<ScoredBox> kept = suppress(
                new NonMaxSuppression(0.25, 0.45, 2),
                new float[] {0, 0, 10, 10, 0.5f},
                new float[] {20, 0, 30, 10, 0.9f},
                new float[] {40, 0, 50, 10, 0.7f});
        assertEquals(List.of(0.9f, 0.7f), kept.stream().map(ScoredBox::score).toList());
    }

    @Test
    void agreesWithAPlainSearchOverAllPairs() {
        SplittableRandom random = new SplittableRandom(11);
        float[][] rows = new float[400][];
        for (int a = 0; a < rows.length; a++) {
            float x = random.nextInt(80);
            float y = random.nextInt(80);
            rows[a] = new float[] {
                x,
                y,
                x + 5 + random.nextInt(15),
                y + 5 + random.nextInt(15),
                random.nextInt(100) / 100f,
                random.nextInt(100) / 100f
            };
        }
        List<ScoredBox> kept = suppress(new NonMaxSuppression(SUPPRESSION.confidence(), SUPPRESSION.iou(), 1000), rows);
        assertEquals(plain(rows), kept);
        assertTrue(kept.size() > 50);
    }

    private static List<ScoredBox> plain(float[][] rows) {
        List<ScoredBox> candidates = new ArrayList<>();
        for (float[] row : rows) {
            for (int c = 0; c < 2; c++) {
                if (row[4 + c] > SUPPRESSION.confidence()) {
                    candidates.add(
                            new ScoredBox(c, row[0], row[1], Math.min(row[2], 100), Math.min(row[3], 100), row[4 + c]));
                }
            }
        }
        candidates.sort(Comparator.comparingDouble(ScoredBox::score).reversed());
        List<ScoredBox> kept = new ArrayList<>();
        for (ScoredBox box : candidates) {
            if (kept.stream().noneMatch(k -> k.cls() == box.cls() && iou(k, box) > SUPPRESSION.iou())) {
                kept.add(box);
            }
        }
        return kept;
    }

    private static double iou(ScoredBox a, ScoredBox b) {
        double inter = Math.max(0, Math.min(a.x2(), b.x2()) - Math.max(a.x1(), b.x1()))
                * Math.max(0, Math.min(a.y2(), b.y2()) - Math.max(a.y1(), b.y1()));
        double union = (a.x2() - a.x1()) * (a.y2() - a.y1()) + (b.x2() - b.x1()) * (b.y2() - b.y1()) - inter;
        return inter / union;
    }

    @Test
    void mapsBackToTheImage() {
        assertEquals(
                new Detection(7, 2, 10, 20, 30, 40, 0.5f), new ScoredBox(2, 5, 10, 20, 30, 0.5f).toDetection(7, 0.5));
    }
}
