package dev.ocellus.engine.models.yolo9;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.nn.Parameter;
import dev.ocellus.engine.train.StepGraphs;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Yolo9KeysTest {
    private final Yolo9Keys keys = new Yolo9Keys();

    @ParameterizedTest
    @CsvSource({
        "backbone.elan1.cv4.bn.weight, backbone.elan1.conv4.bn.weight",
        "backbone.down2.cv.conv.weight, backbone.down2.conv.conv.weight",
        "backbone.down2.cv2.conv.weight, backbone.down2.conv2.conv.weight",
        "backbone.elan2.cv2.0.m.1.cv1.conv2.bn.bias, backbone.elan2.conv2.0.bottleneck.1.conv1.conv2.bn.bias",
        "backbone.elan2.cv2.0.cv3.conv.weight, backbone.elan2.conv2.0.conv3.conv.weight",
        "backbone.spp.cv5.conv.weight, backbone.spp.conv5.conv.weight",
        "neck.down1.cv.bn.running_var, neck.down1.conv.bn.running_var",
        "head.cv2.1.0.conv.weight, head.anchor_convs.1.0.conv.weight",
        "head.cv3.2.2.bias, head.class_convs.2.2.bias",
        "detect.cv3.0.2.weight, head.class_convs.0.2.weight",
        "detect.dfl.conv.weight, head.dfl.conv.weight",
        "head.one2one_cv2.0.2.weight, head.one_to_one_anchor_convs.0.2.weight",
        "head.one2one_cv3.0.2.weight, head.one_to_one_class_convs.0.2.weight",
        "aux_head.cv3.0.2.weight, aux_head.class_convs.0.2.weight",
    })
    void legacyNamesBecomeCurrent(String legacy, String current) {
        assertEquals(current, keys.current(legacy));
    }

    @ParameterizedTest
    @CsvSource({
        "0.conv.weight, backbone.conv0.conv.weight",
        "model.model.1.bn.weight, backbone.conv1.bn.weight",
        "2.conv1.conv.weight, backbone.elan1.conv1.conv.weight",
        "3.conv.conv.weight, backbone.down2.conv.conv.weight",
        "5.conv2.conv.weight, backbone.down3.conv2.conv.weight",
        "8.conv2.0.bottleneck.0.conv1.conv1.conv.weight, backbone.elan4.conv2.0.bottleneck.0.conv1.conv1.conv.weight",
        "9.conv5.conv.weight, backbone.spp.conv5.conv.weight",
        "12.conv4.conv.weight, neck.elan_up1.conv4.conv.weight",
        "15.conv4.conv.weight, neck.elan_up2.conv4.conv.weight",
        "16.conv.conv.weight, neck.down1.conv.conv.weight",
        "18.conv4.conv.weight, neck.elan_down1.conv4.conv.weight",
        "19.conv.conv.weight, neck.down2.conv.conv.weight",
        "21.conv4.conv.weight, neck.elan_down2.conv4.conv.weight",
        "22.heads.0.anchor_conv.1.conv.weight, head.anchor_convs.0.1.conv.weight",
        "22.heads.2.class_conv.2.bias, head.class_convs.2.2.bias",
    })
    void numberedNamesBecomeCurrent(String numbered, String current) {
        assertEquals(current, keys.current(numbered));
    }

    @Test
    void everyNameOfTheNetworkStaysAndTheLegacyFormOfEachIsFound() {
        Map<String, String> fromLegacy = new HashMap<>();
        for (Parameter parameter :
                StepGraphs.layout(new Yolo9Model(Yolo9Size.C, 3)).all()) {
            String name = parameter.name();
            assertEquals(name, keys.current(name));
            assertTrue(keys.unused(name).isEmpty(), name);
            String legacy = name.startsWith("head.")
                    ? name.replace("anchor_convs", "cv2").replace("class_convs", "cv3")
                    : name.replace("bottleneck", "m")
                            .replaceAll(
                                    "(elan[^.]*|spp|down\\d|conv\\d\\.0|conv\\d|m\\.\\d)\\.conv(\\d?)\\.", "$1.cv$2.");
            assertEquals(name, fromLegacy.merge(keys.current(legacy), name, (a, b) -> a + " and " + b), legacy);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aux.spp.conv1.conv.weight",
                "aux_head.class_convs.0.2.bias",
                "23.conv1.conv.weight",
                "38.heads.0.x",
                "head.dfl.conv.weight",
                "head.stride",
                "detect.strides",
                "head.anchors",
                "22.heads.0.anc2vec.anc2vec.weight",
            })
    void tensorsTheNetworkHasNoPlaceForAreNamedWithAReason(String name) {
        assertTrue(keys.unused(keys.current(name)).isPresent(), keys.current(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.weight", "99999999999999.weight", "stem.conv.weight", "", ".", "model.", "head.cv4.0.weight"
            })
    void namesOfNoLayoutStayAndMappingTwiceChangesNothing(String name) {
        String once = keys.current(name);
        assertEquals(once, keys.current(once));
        assertTrue(keys.unused(once).isEmpty());
    }

    @Test
    void onlyTheLastClassConvolutionsDependOnTheClasses() {
        assertTrue(keys.perClass("head.class_convs.0.2.weight"));
        assertTrue(keys.perClass("head.class_convs.2.2.bias"));
        assertFalse(keys.perClass("head.class_convs.0.1.conv.weight"));
        assertFalse(keys.perClass("head.anchor_convs.0.2.weight"));
    }
}
