package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleRangeTest {

    private static RunConfig.Builder training(String... words) {
        RunConfig.Builder builder = RunConfig.builder(Scope.TRAIN).set("data", "data.yaml", Source.COMMAND_LINE);
        for (String word : words) {
            builder.set(word.split("=")[0], word.split("=")[1], Source.COMMAND_LINE);
        }
        return builder;
    }

    @ParameterizedTest
    @CsvSource({
        "on, 640, 480 512 544 576 608 640 672 704 736 768 800",
        "0.5-1.5:64, 640, 320 384 448 512 576 640 704 768 832 896 960",
        "0.5-1:96, 416, 224 320 416",
        "1-1.1, 640, 640 672 704",
        "0.9-1.1, 320, 288 320 352",
        "0.8-1.2:64, 384x640, 320x512 352x576 384x640 416x704 448x768",
        "off, 384x640, 384x640",
    })
    void holdsTheImageSizeAndStepsFromIt(String range, String base, String sizes) {
        assertEquals(
                sizes,
                AugmentationOptions.MULTI_SCALE.parse(range).sizes(ModelOptions.IMGSZ.parse(base)).stream()
                        .map(ImageSize::toString)
                        .collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource({
        "off, off",
        "false, off",
        "NONE, off",
        "on, 0.75-1.25:32",
        "true, 0.75-1.25:32",
        "0.5-1.5, 0.5-1.5:32",
        "0.50-2:64, 0.5-2:64"
    })
    void isReadInAFewSpellingsAndWrittenInOne(String text, String written) {
        ScaleRange range = AugmentationOptions.MULTI_SCALE.parse(text);
        assertEquals(written, AugmentationOptions.MULTI_SCALE.type().format(range));
        assertEquals(range, AugmentationOptions.MULTI_SCALE.parse(written));
    }

    @Test
    void tooManySizesAndNoneAreRefusedWithACure() {
        List<Problem> many = training("multi_scale=0.1-4").problems();
        assertEquals(
                "multi_scale=0.1-4:32 means 79 sizes; at most 32 can be trained at.",
                many.getFirst().message());
        List<Problem> one = training("multi_scale=on", "imgsz=96").problems();
        assertEquals(
                "multi_scale=0.75-1.25:32 means no size but imgsz=96 itself.",
                one.getFirst().message());
        assertEquals(List.of(), training("multi_scale=0.1-4:128").problems());
    }

    @Test
    void whereAllEpochsArePlainItHasNoEffectAndNorHaveMosaics() {
        RunConfig config = training("multi_scale=on", "epochs=5").build();
        for (Option<?> option : List.of(AugmentationOptions.MULTI_SCALE, AugmentationOptions.MOSAIC_PROB)) {
            assertFalse(config.setting(option).used());
            assertEquals(
                    "used only with no_aug_epochs below epochs",
                    config.setting(option).why());
        }
        assertTrue(training("multi_scale=on", "epochs=5", "no_aug_epochs=4")
                .build()
                .setting(AugmentationOptions.MULTI_SCALE)
                .used());
    }
}
