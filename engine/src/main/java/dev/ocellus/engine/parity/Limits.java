package dev.ocellus.engine.parity;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What deviations of a case are allowed. In float32 each quantity has a limit of its own. In half precision the measure is PyTorch's
 * autocast: {@code autocast.json} holds, for a case and a half type, the largest deviations from the same float64 values in several of its
 * runs, which differ in memory format and in a change of the input far below what the type resolves.
 */
final class Limits {
    /**
     * Rounding to a half type is a draw from a distribution, and so is its largest deviation; another program that computes as well may draw
     * more than PyTorch did in its few runs, but not twice as much in a median over hundreds of tensors.
     */
    private static final double TOLERANCE = 2;

    private final String subject;
    private final DType activations;
    private final JsonNode autocast;

    private Limits(String subject, DType activations, JsonNode autocast) {
        this.subject = subject;
        this.activations = activations;
        this.autocast = autocast;
    }

    /** The limits of a case in an element type. */
    static Limits of(String subject, JsonNode reference, DType activations) {
        return of(subject, reference, activations, activations == DType.F32 ? MissingNode.getInstance() : figures());
    }

    /** As above, from given figures of autocast; they count for a case with the name and the total loss that they were measured at. */
    static Limits of(String subject, JsonNode reference, DType activations, JsonNode figures) {
        JsonNode known = figures.path("cases").path(subject);
        JsonNode loss = reference.path("loss").path("total_loss");
        boolean same =
                loss.isNumber() && loss.asDouble() == known.path("total_loss").asDouble(Double.NaN);
        String type = activations == DType.BF16 ? "bfloat16" : "float16";
        return new Limits(subject, activations, same ? known.path(type).path("deviations") : MissingNode.getInstance());
    }

    private static JsonNode figures() {
        try (InputStream in = Objects.requireNonNull(Limits.class.getResourceAsStream("autocast.json"))) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "autocast.json in this program cannot be read: " + e.getMessage() + ".",
                    "Install the program again.",
                    e);
        }
    }

    /** Element type of activations. */
    DType activations() {
        return activations;
    }

    /** A comparison of what must be equal in every element type. */
    Comparison exact(String quantity) {
        return new Comparison(subject, quantity, 0);
    }

    /**
     * A comparison of one quantity.
     *
     * @param inFloat32 largest relative deviation that is allowed in float32
     */
    Comparison compare(String quantity, double inFloat32) {
        if (activations == DType.F32) {
            return new Comparison(subject, quantity, inFloat32);
        }
        JsonNode figures = autocast.path(quantity);
        Spread spread = new Spread(figure(figures, "largest"), figure(figures, "median"));
        return figures.isMissingNode()
                ? new Comparison(subject, quantity, Spread.ANY, Optional.empty())
                : new Comparison(subject, quantity, spread.times(TOLERANCE), Optional.of(spread));
    }

    private static double figure(JsonNode figures, String name) {
        return figures.path(name).asDouble(Double.POSITIVE_INFINITY);
    }
}
