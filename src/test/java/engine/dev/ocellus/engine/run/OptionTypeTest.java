package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTypeTest {

    @ParameterizedTest
    @CsvSource({
        "imgsz, 0",
        "imgsz, 100",
        "imgsz, 320x330",
        "imgsz, 32x32x32",
        "imgsz, big",
        "imgsz, 8192",
        "multi_scale, wide",
        "multi_scale, 0.5",
        "multi_scale, 1-1",
        "multi_scale, 1.1-1.2",
        "multi_scale, 0.05-1",
        "multi_scale, 0.5-5",
        "multi_scale, 0.5-1.5:0",
        "multi_scale, 0.5-1.5:48",
        "multi_scale, 1.5-0.5",
        "epochs, 0",
        "epochs, 1.5",
        "epochs, 99999999999",
        "batch, -1",
        "lr0, fast",
        "lr0, NaN",
        "lr0, -0.1",
        "flip_prob, 1.01",
        "ema, maybe",
        "mosaic_scale, 2",
        "mosaic_scale, '1.5,0.5'",
        "cache, tape",
        "optimizer, sdg",
        "model, yolo9x"
    })
    void refusesWrongValuesAndSaysWhatIsExpected(String name, String text) {
        Option<?> option = Schema.find(Scope.TRAIN, name);
        StudioException e = assertThrows(StudioException.class, () -> option.parse(text));
        assertEquals(StudioException.Kind.USAGE, e.kind());
        assertTrue(e.getMessage().contains(name + "=" + text), e.getMessage());
        assertTrue(e.cure().contains(option.type().describe()), e.cure());
    }

    @Test
    void aMisspeltChoiceIsAnsweredWithTheNearest() {
        StudioException e = assertThrows(StudioException.class, () -> OptimizationOptions.OPTIMIZER.parse("admaw"));
        assertTrue(e.cure().startsWith("Did you mean adamw?"), e.cure());
    }

    @ParameterizedTest
    @ValueSource(strings = {"384x640", "384,640", "[384, 640]", "(384, 640)", "384X640"})
    void readsHeightAndWidthInEveryNotation(String text) {
        assertEquals(new ImageSize(384, 640), ModelOptions.IMGSZ.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yolo9t", "YOLO9-t", "yolov9t", "yolov9-t"})
    void readsModelNamesInEverySpelling(String text) {
        assertEquals("yolo9t", ModelOptions.MODEL.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"true, ram", "False, off", "disk, disk", "RAM, ram"})
    void readsTheCacheAsFlagOrName(String text, String value) {
        assertEquals(value, DataOptions.CACHE.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"0.0001, 0.0001", "4e-8, 4e-8", "10, 10", "0, 0", "1e-3, 0.001", "0.937, 0.937", "1.5e12, 1.5e12"})
    void writesNumbersAsAPersonWould(double value, String text) {
        assertEquals(text, Decimal.write(value));
    }

    @ParameterizedTest
    @CsvSource({"abc, abc, 0", "abc, acb, 1", "'', ab, 2", "kitten, sitting, 3", "epoch, epochs, 1"})
    void countsChangedLettersWithSwapsAsOne(String a, String b, int distance) {
        assertEquals(distance, NearestName.distance(a, b));
    }
}
