package dev.ocellus.engine.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void plainDataReadsBackAsWritten() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("text", "ä \"quoted\"\n");
        data.put("whole", 12L);
        data.put("real", 0.1);
        data.put("flag", true);
        data.put("nothing", null);
        data.put("list", Arrays.asList(1L, null, "x", Map.of("deep", List.of())));
        assertEquals(data, Json.object(Json.line(data)));
        assertEquals(data, Json.object(Json.indented(data)));
    }

    @Test
    void whatJsonCannotHoldBecomesNull() {
        assertEquals(
                "[null,null,null,1.5]",
                Json.line(Arrays.asList(Double.NaN, Float.POSITIVE_INFINITY, Optional.empty(), 1.5f)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1]", "{", "{\"a\": }", "3"})
    void refusesWhatIsNotAnObject(String text) {
        assertThrows(IllegalArgumentException.class, () -> Json.object(text));
    }
}
