package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
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

    @Test
    void givesTheReferenceLoss() throws IOException {
        ReferenceTensors tensors = new ReferenceTensors();
        DetectionLossReference loss = new DetectionLossReference(
                ReferenceTensors.IMAGES,
                ReferenceTensors.SIZE,
                ReferenceTensors.SIZE,
                ReferenceTensors.CLASSES,
                ReferenceTensors.TARGETS,
                doubles(tensors.rows("train_raw_")),
                doubles(tensors.pixelTargets()));
        assertEquals(15.993820055873632, loss.total(), 1e-6);
        assertEquals(6.9711978522454086, loss.box, 1e-6);
        assertEquals(4.230616247296453, loss.dfl, 1e-6);
        assertEquals(4.792005956331771, loss.cls, 1e-6);
        assertEquals(52, loss.positives / ReferenceTensors.IMAGES);
    }
}
