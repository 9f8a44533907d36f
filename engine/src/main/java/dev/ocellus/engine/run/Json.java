package dev.ocellus.engine.run;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Plain data (maps, iterables, text, numbers, booleans, null) to JSON and back. What JSON cannot hold (NaN, infinity)
 * becomes null; anything else that is not plain is written as text. Only the streaming layer is used: it loads in a few
 * milliseconds, which a command line feels.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private static final ObjectWriteContext INDENTED = new ObjectWriteContext.Base() {
        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }
    };

    private Json() {}

    /** JSON without line breaks. */
    public static String line(@Nullable Object value) {
        return write(ObjectWriteContext.empty(), value);
    }

    /** JSON with line breaks and a final one. */
    public static String indented(@Nullable Object value) {
        return write(INDENTED, value) + "\n";
    }

    private static String write(ObjectWriteContext context, @Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(context, text)) {
            write(out, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value) {
        switch (value) {
            case null -> out.writeNull();
            case Map<?, ?> map -> {
                out.writeStartObject();
                map.forEach((key, item) -> {
                    out.writeName(String.valueOf(key));
                    write(out, item);
                });
                out.writeEndObject();
            }
            case Iterable<?> list
            when !(value instanceof java.nio.file.Path) -> {
                out.writeStartArray();
                list.forEach(item -> write(out, item));
                out.writeEndArray();
            }
            case Optional<?> optional -> write(out, optional.orElse(null));
            case Boolean flag -> out.writeBoolean(flag);
            case Integer number -> out.writeNumber(number);
            case Long number -> out.writeNumber(number);
            case Number number when Double.isFinite(number.doubleValue()) -> out.writeNumber(number.doubleValue());
            case Number number -> out.writeNull();
            default -> out.writeString(String.valueOf(value));
        }
    }

    /**
     * Reads an object. Whole numbers become {@link Long}, others {@link Double}.
     *
     * @throws IllegalArgumentException if the text is not one JSON object; the message names line and column
     */
    public static Map<String, @Nullable Object> object(String text) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("not a JSON object");
            }
            return object(in);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser in) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            object.put(name, value(in));
        }
        return object;
    }

    private static @Nullable Object value(JsonParser in) {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(in));
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> in.getString();
        };
    }
}
