package dev.ocellus.engine.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.graph.Store;
import dev.ocellus.engine.models.Model;
import dev.ocellus.engine.models.Models;
import dev.ocellus.engine.nn.Parameter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreezeSelectorTest {

    private static final FreezeSelector SELECTOR = new FreezeSelector(
            List.of("backbone.conv0", "backbone.elan1", "neck.down1", "head"),
            List.of(
                    "backbone.conv0.conv.weight",
                    "backbone.elan1.conv1.bn.weight",
                    "backbone.elan1.conv1.bn.bias",
                    "neck.down1.conv.conv.weight",
                    "head.class_convs.0.2.bias"));

    @ParameterizedTest
    @ValueSource(strings = {"2", "[0,1]", "0, 1", "backbone", "backbone.*", "conv0,elan1", "backbone.conv0,1"})
    void numbersIndicesNamesPrefixesAndPatternsMeanTheSame(String selector) {
        assertEquals(
                Set.of("backbone.conv0.conv.weight", "backbone.elan1.conv1.bn.weight", "backbone.elan1.conv1.bn.bias"),
                SELECTOR.frozen(selector));
    }

    @Test
    void oneNumberAloneCountsGroupsAndInBracketsNamesOne() {
        assertEquals(Set.of("backbone.conv0.conv.weight"), SELECTOR.frozen("1"));
        assertEquals(Set.of("backbone.elan1.conv1.bn.weight", "backbone.elan1.conv1.bn.bias"), SELECTOR.frozen("[1]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "s", "m", "c"})
    void everyParameterOfANetworkBelongsToOneOfItsGroups(String size) {
        Model model = Models.create("yolo9", size, 3);
        List<String> names = StepGraphs.layout(model).all().stream()
                .filter(parameter -> parameter.store() == Store.PARAMETERS)
                .map(Parameter::name)
                .toList();
        FreezeSelector selector = new FreezeSelector(model.groups(), names);
        int sum = 0;
        for (int group = 0; group < model.groups().size(); group++) {
            int count = selector.frozen("[" + group + "]").size();
            assertTrue(count > 0, model.groups().get(group));
            sum += count;
        }
        assertEquals(names.size(), sum);
        assertEquals(selector.frozen("backbone"), selector.frozen("10"));
    }

    @Test
    void aPatternMayPickSingleParameters() {
        assertEquals(Set.of("backbone.elan1.conv1.bn.bias", "head.class_convs.0.2.bias"), SELECTOR.frozen("*.bias"));
    }

    @Test
    void nothingIsFrozenByNothing() {
        assertTrue(SELECTOR.frozen("").isEmpty());
        assertTrue(SELECTOR.frozen("0").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"true", "bakbone", "4", "5", "[4]", "9999999999999", "head,nothing", "*", "backbone,neck,head"})
    void refusesWhatMatchesNothingOrEverything(String selector) {
        assertEquals(
                StudioException.Kind.USAGE,
                assertThrows(StudioException.class, () -> SELECTOR.frozen(selector))
                        .kind());
    }
}
