package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The JSON at the start of a safetensors file: for each tensor its element type, shape and range of bytes behind the
 * header, and a map of texts under {@code __metadata__}.
 *
 * @param entries tensors in the order of their bytes
 */
record SafetensorsHeader(List<Entry> entries, Map<String, String> metadata) {
    private static final String METADATA = "__metadata__";
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final String CURE = "Write the file again with a current safetensors library.";
    private static final int MOST_DIMENSIONS = 16;

    /** One tensor; its bytes are [begin, end) behind the header. */
    record Entry(String name, TensorSpec spec, long begin, long end) {}

    /**
     * Places tensors one behind the other: wide element types first, so that all are aligned, then by name.
     */
    static SafetensorsHeader place(Map<String, TensorSpec> specs, Map<String, String> metadata) {
        Comparator<Map.Entry<String, TensorSpec>> order =
                Comparator.comparingInt(entry -> -entry.getValue().dtype().bytes());
        List<Entry> entries = new ArrayList<>();
        long[] end = {0};
        specs.entrySet().stream().sorted(order.thenComparing(Map.Entry::getKey)).forEach(entry -> {
            long begin = end[0];
            end[0] += entry.getValue().bytes();
            entries.add(new Entry(entry.getKey(), entry.getValue(), begin, end[0]));
        });
        return new SafetensorsHeader(entries, metadata);
    }

    /** As JSON; equal headers give equal texts. */
    String text() {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            out.writeStartObject();
            if (!metadata.isEmpty()) {
                out.writeName(METADATA);
                out.writeStartObject();
                new TreeMap<>(metadata).forEach(out::writeStringProperty);
                out.writeEndObject();
            }
            for (Entry entry : entries) {
                out.writeName(entry.name());
                out.writeStartObject();
                out.writeStringProperty("dtype", entry.spec().dtype().name());
                out.writeName("shape");
                int[] dims = entry.spec().shape().dims();
                out.writeArray(dims, 0, dims.length);
                out.writeName("data_offsets");
                out.writeArray(new long[] {entry.begin(), entry.end()}, 0, 2);
                out.writeEndObject();
            }
            out.writeEndObject();
        }
        return text.toString();
    }

    /**
     * Reads and checks a header.
     *
     * @param dataBytes size of what follows the header; the tensors must fill it without gap or overlap
     * @throws StudioException of kind MODEL that names the file and the tensor
     */
    static SafetensorsHeader parse(Path file, String text, long dataBytes) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new Parsing(file, in).header(dataBytes);
        } catch (JacksonException e) {
            throw BadFile.refuse(file, "has a header that is not valid JSON: " + e.getOriginalMessage(), CURE);
        }
    }

    /** One pass over the header of a file. */
    private record Parsing(Path file, JsonParser in) {
        SafetensorsHeader header(long dataBytes) {
            Map<String, String> metadata = Map.of();
            List<Entry> entries = new ArrayList<>();
            expect(in.nextToken(), JsonToken.START_OBJECT, "the header");
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                expect(in.nextToken(), JsonToken.START_OBJECT, quoted(name));
                if (name.equals(METADATA)) {
                    metadata = metadata();
                } else {
                    entries.add(entry(name));
                }
            }
            if (in.nextToken() != null) {
                throw BadFile.refuse(file, "has more than one JSON object in its header", CURE);
            }
            entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
            requireDense(entries, dataBytes);
            return new SafetensorsHeader(entries, metadata);
        }

        private Map<String, String> metadata() {
            Map<String, String> metadata = new LinkedHashMap<>();
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String key = in.currentName();
                expect(in.nextToken(), JsonToken.VALUE_STRING, METADATA + " " + quoted(key));
                metadata.put(key, in.getString());
            }
            return metadata;
        }

        private Entry entry(String name) {
            @Nullable String dtype = null;
            long @Nullable [] shape = null;
            long @Nullable [] offsets = null;
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String key = in.currentName();
                in.nextToken();
                switch (key) {
                    case "dtype" -> {
                        expect(in.currentToken(), JsonToken.VALUE_STRING, "dtype of " + quoted(name));
                        dtype = in.getString();
                    }
                    case "shape" -> shape = numbers("shape of " + quoted(name));
                    case "data_offsets" -> offsets = numbers("data_offsets of " + quoted(name));
                    default -> throw fault(name, "has an unknown key " + quoted(key));
                }
            }
            if (dtype == null || shape == null || offsets == null) {
                throw fault(name, "lacks dtype, shape or data_offsets");
            }
            if (offsets.length != 2 || offsets[0] > offsets[1]) {
                throw fault(name, "has data_offsets " + Arrays.toString(offsets) + ", not a range");
            }
            TensorSpec spec = new TensorSpec(shape(name, shape), dtype(name, dtype));
            Entry entry = new Entry(name, spec, offsets[0], offsets[1]);
            if (bytes(name, spec) != entry.end() - entry.begin()) {
                throw fault(
                        name,
                        "is " + spec + " but its data_offsets " + Arrays.toString(offsets) + " do not fit that size");
            }
            return entry;
        }

        private long[] numbers(String what) {
            expect(in.currentToken(), JsonToken.START_ARRAY, what);
            long[] numbers = new long[MOST_DIMENSIONS];
            int count = 0;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                expect(in.currentToken(), JsonToken.VALUE_NUMBER_INT, what);
                if (count == MOST_DIMENSIONS) {
                    throw BadFile.refuse(file, "has more than " + MOST_DIMENSIONS + " numbers in " + what, CURE);
                }
                numbers[count] = in.getLongValue();
                if (numbers[count++] < 0) {
                    throw BadFile.refuse(file, "has a negative number in " + what, CURE);
                }
            }
            return Arrays.copyOf(numbers, count);
        }

        private Shape shape(String name, long[] dims) {
            int[] checked = new int[dims.length];
            for (int i = 0; i < dims.length; i++) {
                if (dims[i] > Integer.MAX_VALUE) {
                    throw fault(name, "has a dimension of " + dims[i] + ", too large to handle");
                }
                checked[i] = (int) dims[i];
            }
            return Shape.of(checked);
        }

        private DType dtype(String name, String dtype) {
            for (DType known : DType.values()) {
                if (known.name().equals(dtype)) {
                    return known;
                }
            }
            throw BadFile.refuse(
                    file,
                    "holds tensor " + quoted(name) + " of the unknown element type " + quoted(dtype),
                    "Convert it to one of " + Arrays.toString(DType.values()) + ".");
        }

        private long bytes(String name, TensorSpec spec) {
            try {
                return Math.multiplyExact(spec.shape().elements(), spec.dtype().bytes());
            } catch (ArithmeticException e) {
                throw fault(name, "has the shape " + spec.shape() + ", too large to handle");
            }
        }

        private void requireDense(List<Entry> entries, long dataBytes) {
            long end = 0;
            for (Entry entry : entries) {
                if (entry.begin() != end) {
                    throw fault(
                            entry.name(),
                            "starts at byte " + entry.begin() + " where " + end + " is expected"
                                    + (entry.begin() < end ? ", so it overlaps another" : ""));
                }
                end = entry.end();
            }
            if (end != dataBytes) {
                throw BadFile.refuse(
                        file,
                        "describes " + end + " bytes of tensors but " + dataBytes + " follow its header",
                        BadFile.DAMAGED);
            }
        }

        private void expect(@Nullable JsonToken token, JsonToken expected, String what) {
            if (token != expected) {
                throw BadFile.refuse(file, "has " + token + " as " + what + " where " + expected + " belongs", CURE);
            }
        }

        private StudioException fault(String name, String fault) {
            return BadFile.refuse(file, "is malformed: tensor " + quoted(name) + " " + fault, CURE);
        }

        private static String quoted(String name) {
            return '"' + name + '"';
        }
    }
}
