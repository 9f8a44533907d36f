package dev.ocellus.engine.ops;

/** Elementwise non-linearities. */
public enum Activation {
    /** x. */
    IDENTITY,
    /** max(x, 0). */
    RELU,
    /** min(max(x, 0), 6). */
    RELU6,
    /** x if positive, else 0.1 x. */
    LEAKY_RELU,
    /** x · sigmoid(x) (Elfwing et al., arXiv:1702.03118). */
    SILU,
    /** 1 / (1 + exp(−x)). */
    SIGMOID,
    /** x · min(max(x + 3, 0), 6) / 6 (Howard et al., arXiv:1905.02244). */
    HARD_SWISH,
    /** x · Φ(x) with the exact error function (Hendrycks and Gimpel, arXiv:1606.08415). */
    GELU
}
