package dev.ocellus.engine.backend.cpu;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The tensors of {@code yolo9t.io.safetensors}: what the reference network answered to a fixed input. */
final class ReferenceTensors {

    /** Of the network's input. */
    static final int SIZE = 160;

    static final int IMAGES = 2;
    static final int CLASSES = 4;
    static final int TARGETS = 20;

    private final JsonNode header;
    private final ByteBuffer data;

    ReferenceTensors() throws IOException {
        try (InputStream file = ReferenceTensors.class.getResourceAsStream("/values/yolo9t.io.safetensors")) {
            ByteBuffer all = ByteBuffer.wrap(file.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            int length = (int) all.getLong();
            header = new ObjectMapper().readTree(new String(all.array(), 8, length, StandardCharsets.UTF_8));
            data = all.slice(8 + length, all.limit() - 8 - length).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    float[] get(String name) {
        JsonNode offsets = header.get(name).get("data_offsets");
        int from = offsets.get(0).asInt();
        float[] values = new float[(offsets.get(1).asInt() - from) / 4];
        data.slice(from, values.length * 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        return values;
    }

    /** The three levels of raw predictions [N, C, H, W] as rows [N, A, C]. */
    float[] rows(String prefix) {
        int channels = 64 + CLASSES;
        int anchors = 0;
        for (int stride = 8; stride <= 32; stride *= 2) {
            anchors += (SIZE / stride) * (SIZE / stride);
        }
        float[] rows = new float[IMAGES * anchors * channels];
        int first = 0;
        for (int level = 0; level < 3; level++) {
            float[] map = get(prefix + level);
            int pixels = map.length / IMAGES / channels;
            for (int n = 0; n < IMAGES; n++) {
                for (int c = 0; c < channels; c++) {
                    for (int p = 0; p < pixels; p++) {
                        rows[(n * anchors + first + p) * channels + c] = map[(n * channels + c) * pixels + p];
                    }
                }
            }
            first += pixels;
        }
        return rows;
    }

    /** The targets [N, T, 5] in pixels, class −1 in rows without a box. */
    float[] pixelTargets() {
        float[] targets = get("targets");
        for (int i = 0; i < targets.length; i += 5) {
            boolean empty = targets[i + 3] <= targets[i + 1];
            targets[i] = empty ? -1 : targets[i];
            for (int k = 1; k < 5; k++) {
                targets[i + k] *= SIZE;
            }
        }
        return targets;
    }
}
