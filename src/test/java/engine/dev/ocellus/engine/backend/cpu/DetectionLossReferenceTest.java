package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.ops.DetectionHead;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The plain implementation against the numbers of the reference framework. */
class DetectionLossReferenceTest {

    static double[] doubles(float[] values) {
        double[] result = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = values[i];
        }
        return result;
    }

    private static DetectionLossReference referenceNetwork() throws IOException {
        ReferenceTensors tensors = new ReferenceTensors();
        return new DetectionLossReference(
                ReferenceTensors.IMAGES,
                ReferenceTensors.SIZE,
                ReferenceTensors.SIZE,
                ReferenceTensors.CLASSES,
                ReferenceTensors.TARGETS,
                doubles(tensors.rows("train_raw_")),
                doubles(tensors.pixelTargets()));
    }

    @Test
    void givesTheReferenceLoss() throws IOException {
        DetectionLossReference loss = referenceNetwork();
        assertEquals(15.993820055873632, loss.total(), 2e-7);
        assertEquals(6.9711978522454086, loss.box, 1e-7);
        assertEquals(4.230616247296453, loss.dfl, 1e-7);
        assertEquals(4.792005956331771, loss.cls, 1e-7);
        assertEquals(52, loss.positives / ReferenceTensors.IMAGES);
    }

    /** Had the aspect term's factor a gradient, the box norms would differ in the third digit. */
    @Test
    void givesTheReferenceGradientOfTheLastBiases() throws IOException {
        double[] gradient = referenceNetwork().gradient;
        double[] boxNorms = {0.37551620602607727, 7.257988698938789e-08, 0};
        double[] classNorms = {0.28532785177230835, 0.10225751250982285, 0.10325879603624344};
        int channels = 64 + ReferenceTensors.CLASSES;
        int anchors = gradient.length / channels / ReferenceTensors.IMAGES;
        int first = 0;
        for (int level = 0; level < 3; level++) {
            int pixels = 400 >> (2 * level);
            double[] bias = new double[channels];
            for (int i = 0; i < ReferenceTensors.IMAGES * pixels; i++) {
                int row = i / pixels * anchors + first + i % pixels;
                for (int c = 0; c < channels; c++) {
                    bias[c] += gradient[row * channels + c];
                }
            }
            assertEquals(boxNorms[level], norm(bias, 0, 64), 1e-7 + 1e-6 * boxNorms[level]);
            assertEquals(classNorms[level], norm(bias, 64, channels), 1e-6 * classNorms[level]);
            first += pixels;
        }
    }

    private static double norm(double[] values, int from, int to) {
        return Math.sqrt(Arrays.stream(values, from, to).map(x -> x * x).sum());
    }

    @Test
    void gradientAgreesWithFiniteDifferences() {
        DetectionHead head = DetectionStep.head(96, 128, 2);
        double[] target = {1, 20, 16, 100, 80, 0, 40, 50, 60, 66, 0, 5, 5, 30, 90};
        double[] targets = DoubleStream.concat(Arrays.stream(target), Arrays.stream(target))
                .toArray();
        DetectionLossReference loss = new DetectionLossReference(
                2, 96, 128, 2, 3, DetectionKernelsTest.raw(head, new SplittableRandom(3)), targets);
        int checked = 0;
        for (int row = 0; row < loss.assigned.length; row++) {
            if (loss.assigned[row] >= 0) {
                for (int c = row % 5; c < head.channels(); c += 5) {
                    int index = row * head.channels() + c;
                    assertEquals(loss.slope(index, 1e-4), loss.gradient[index], 1e-7);
                    checked++;
                }
            }
        }
        assertTrue(checked > 500, checked + " numbers checked");
    }
}
