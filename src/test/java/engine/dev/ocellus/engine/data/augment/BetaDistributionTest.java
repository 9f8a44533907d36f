package dev.ocellus.engine.data.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BetaDistributionTest {

    @Test
    void hasTheMeanAndTheVarianceOfBeta32() {
        SplittableRandom random = new SplittableRandom(3);
        int count = 20_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double share = BetaDistribution.sample(random);
            sum += share;
            squares += (share - 0.5) * (share - 0.5);
        }
        assertEquals(0.5, sum / count, 0.002);
        assertEquals(1.0 / (4 * 65), squares / count, 0.0002);
    }
}
