package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaTest {

    static java.util.List<Option<?>> options() {
        return Schema.OPTIONS;
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyOptionIsExplained(Option<?> option) {
        assertFalse(option.label().isBlank());
        assertTrue(option.help().endsWith("."), option.help());
        assertFalse(option.type().describe().isBlank());
        assertFalse(option.scopes().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyDefaultReadsBackAsItIsWritten(Option<?> option) {
        for (Scope scope : option.scopes()) {
            for (ModelFamily family : ModelFamily.values()) {
                readsBack(option, family, scope);
            }
        }
    }

    private static <T> void readsBack(Option<T> option, ModelFamily family, Scope scope) {
        T value = option.defaultFor(family, scope);
        assertEquals(value, option.parse(option.type().format(value)));
    }

    @Test
    void namesAliasesAndTextKeysAreUnique() {
        Set<String> seen = new HashSet<>();
        for (Option<?> option : Schema.OPTIONS) {
            assertTrue(seen.add(option.name()), option.name());
            option.aliases().forEach(alias -> assertTrue(seen.add(alias), alias));
            assertTrue(seen.add(option.textKey()), option.textKey());
        }
    }

    /** The defaults with which YOLOv9 is trained by its reference implementation. */
    @ParameterizedTest
    @CsvSource({
        "imgsz, 640",
        "epochs, 300",
        "batch, 16",
        "nbs, 0",
        "workers, 8",
        "cache, off",
        "optimizer, sgd",
        "lr0, 0.01",
        "momentum, 0.937",
        "nesterov, true",
        "betas, '0.9,0.999'",
        "weight_decay, 0.0005",
        "scheduler, linear",
        "warmup_epochs, 3",
        "warmup_lr_start, 0.0001",
        "warmup_momentum, 0.8",
        "min_lr_ratio, 0.01",
        "clip_max_norm, 10",
        "ema, true",
        "ema_decay, 0.9999",
        "no_aug_epochs, 15",
        "mosaic_prob, 1",
        "mixup_prob, 0",
        "mosaic_scale, '0.5,1.5'",
        "hsv_prob, 1",
        "flip_prob, 0.5",
        "flipud, 0",
        "degrees, 0",
        "translate, 0.1",
        "shear, 0",
        "perspective, 0",
        "multi_scale, off",
        "max_labels, 300",
        "save_period, 10",
        "eval_interval, 1",
        "conf, 0.001",
        "iou, 0.65",
        "max_det, 300",
        "patience, 50",
        "log_interval, 10",
        "seed, 0",
        "freeze, ''",
        "name, yolo9_exp",
        "exist_ok, false",
    })
    void yolo9HasItsReferenceDefaults(String name, String expected) {
        Option<?> option = Schema.find(Scope.TRAIN, name);
        assertEquals(expected, written(option, Scope.TRAIN));
    }

    @Test
    void validationAndPredictionHaveTheirOwnThresholds() {
        assertEquals("0.001", written(ValidationOptions.CONF, Scope.VAL));
        assertEquals("0.6", written(ValidationOptions.IOU, Scope.VAL));
        assertEquals("0.25", written(ValidationOptions.CONF, Scope.PREDICT));
        assertEquals("0.45", written(ValidationOptions.IOU, Scope.PREDICT));
    }

    private static <T> String written(Option<T> option, Scope scope) {
        return option.type().format(option.defaultFor(ModelFamily.YOLO9, scope));
    }

    @ParameterizedTest
    @CsvSource({
        "lr, lr0",
        "mosaic, mosaic_prob",
        "fliplr, flip_prob",
        "scale, mosaic_scale",
        "pretrained, weights",
        "close_mosaic, no_aug_epochs",
        "batch-size, batch",
        "IMGSZ, imgsz",
        "close-mosaic, no_aug_epochs"
    })
    void understandsOtherNames(String alias, String name) {
        assertSame(Schema.find(Scope.TRAIN, name), Schema.find(Scope.TRAIN, alias));
    }

    @ParameterizedTest
    @CsvSource({
        "epoch, epochs",
        "bacth, batch",
        "mosiac, mosaic",
        "wieght_decay, weight_decay",
        "learning_rat, learning_rate",
        "imgzs, imgsz"
    })
    void anUnknownNameIsRefusedWithTheNearest(String wrong, String meant) {
        StudioException e = assertThrows(StudioException.class, () -> Schema.find(Scope.TRAIN, wrong));
        assertEquals(StudioException.Kind.USAGE, e.kind());
        assertEquals("Did you mean %s?".formatted(meant), e.cure());
    }

    @Test
    void aNameUnlikeAnyOtherPointsToTheList() {
        StudioException e = assertThrows(StudioException.class, () -> Schema.find(Scope.TRAIN, "quantize"));
        assertEquals("ocellus train --help lists the options.", e.cure());
    }

    @Test
    void anOptionOfAnotherScopeIsNamedAsSuch() {
        StudioException e = assertThrows(StudioException.class, () -> Schema.find(Scope.PREDICT, "epochs"));
        assertEquals("predict has no option epochs.", e.getMessage());
    }
}
