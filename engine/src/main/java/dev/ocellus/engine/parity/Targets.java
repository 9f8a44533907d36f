package dev.ocellus.engine.parity;

import dev.ocellus.engine.train.StepGraphs.StepShape;
import tools.jackson.databind.JsonNode;

/** Targets as the reference gives them to a loss. */
final class Targets {
    private Targets() {}

    /** Rows of class and normalised corners as rows in pixels; rows of zeros become padding of class −1. */
    static float[] pixels(JsonNode images, StepShape shape) {
        float[] targets = new float[shape.batch() * shape.maxTargets() * 5];
        int at = 0;
        for (JsonNode image : images) {
            for (JsonNode row : image) {
                double x2 = row.required(3).asDouble();
                double y2 = row.required(4).asDouble();
                targets[at] = x2 == 0 && y2 == 0 ? -1 : row.required(0).asInt();
                for (int i = 1; i < 5; i++) {
                    targets[at + i] =
                            (float) row.required(i).asDouble() * (i % 2 == 1 ? shape.width() : shape.height());
                }
                at += 5;
            }
        }
        return targets;
    }
}
