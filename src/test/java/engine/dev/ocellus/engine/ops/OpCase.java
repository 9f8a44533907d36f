package dev.ocellus.engine.ops;

import dev.ocellus.engine.graph.Control;
import dev.ocellus.engine.graph.Op;
import dev.ocellus.engine.graph.Scaler;
import dev.ocellus.engine.tensor.DType;
import dev.ocellus.engine.tensor.Shape;
import dev.ocellus.engine.tensor.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One operation with operands to try it on. Adding an operation means adding a case to {@link #all}; {@link #half} makes the same case
 * with activations of a half type from it.
 */
record OpCase(String name, Op op, List<Operand> operands) {
    /** How an operand is filled and whether the operation must have a gradient for it. */
    enum Kind {
        TRAINED,
        STATE,
        POSITIVE,
        BYTES,
        LABELS,
        CONTROL,
        SCALER
    }

    record Operand(Kind kind, TensorSpec spec) {
        /** A number of the operand, as its element type can hold it. */
        double draw(int element, SplittableRandom random) {
            float number = (float) number(element, random);
            return switch (spec.dtype()) {
                case F16 -> Float.float16ToFloat(Float.floatToFloat16(number));
                case BF16 -> {
                    int bits = Float.floatToRawIntBits(number);
                    yield Float.intBitsToFloat((bits + 0x7fff + (bits >>> 16 & 1)) & 0xffff0000);
                }
                default -> number;
            };
        }

        Operand in(DType type) {
            return new Operand(kind, new TensorSpec(spec.shape(), type));
        }

        private double number(int element, SplittableRandom random) {
            double u = random.nextDouble();
            return switch (kind) {
                case TRAINED, STATE -> 2 * u - 1;
                case POSITIVE -> 0.5 + u;
                case BYTES -> random.nextInt(256);
                case LABELS -> random.nextInt(3);
                case CONTROL -> control(element);
                case SCALER ->
                    element == Scaler.SCALE.ordinal()
                            ? 8
                            : element == Scaler.DONE.ordinal() ? 5 : element == Scaler.GOOD_UPDATES.ordinal() ? 2 : 0;
            };
        }

        private static float control(int element) {
            if (element >= Control.values().length) {
                return 0;
            }
            return switch (Control.values()[element]) {
                case LOSS_SCALE -> 0.5f;
                case LEARNING_RATE -> 0.01f;
                case MOMENTUM -> 0.9f;
                case BETA2 -> 0.99f;
                case BIAS_CORRECTION1 -> 0.19f;
                case BIAS_CORRECTION2 -> 0.02f;
                case WEIGHT_DECAY -> 0.05f;
                case WEIGHT_DECAY_OTHER -> 0.02f;
                case CLIP_NORM -> 1.5f;
                case EMA_DECAY -> 0.7f;
                case FIRST_UPDATE, FIRST_BATCH -> 0;
            };
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static Operand trained(int... dims) {
        return new Operand(Kind.TRAINED, TensorSpec.f32(dims));
    }

    private static Operand state(int... dims) {
        return new Operand(Kind.STATE, TensorSpec.f32(dims));
    }

    private static Operand positive(int... dims) {
        return new Operand(Kind.POSITIVE, TensorSpec.f32(dims));
    }

    private static Operand control() {
        return new Operand(Kind.CONTROL, TensorSpec.f32(Control.SLOTS));
    }

    static List<OpCase> all() {
        List<OpCase> cases = new ArrayList<>();
        convolutions(cases);
        normalisations(cases);
        for (Activation activation : Activation.values()) {
            cases.add(new OpCase("activate " + activation, new Activate(activation), List.of(trained(2, 3, 5, 7))));
        }
        cases.add(new OpCase("activate 24 channels", new Activate(Activation.SILU), List.of(trained(2, 3, 5, 24))));
        for (int channels : new int[] {19, 24}) {
            Operand operand = trained(2, 3, 5, channels);
            cases.add(new OpCase("add, %d channels".formatted(channels), new Add(), List.of(operand, operand)));
        }
        pools(cases);
        cases.add(new OpCase(
                "concat channels",
                new Concat(Axis.CHANNELS),
                List.of(trained(2, 3, 4, 5), trained(2, 3, 4, 17), trained(2, 3, 4, 2))));
        cases.add(new OpCase(
                "concat 24, 8 and 16 channels",
                new Concat(Axis.CHANNELS),
                List.of(trained(2, 3, 4, 24), trained(2, 3, 4, 8), trained(2, 3, 4, 16))));
        cases.add(new OpCase("concat rows", new Concat(Axis.ROWS), List.of(trained(2, 6, 5), trained(2, 3, 5))));
        cases.add(new OpCase("split", new Split(Axis.CHANNELS, List.of(3, 5)), List.of(trained(2, 3, 4, 8))));
        cases.add(new OpCase("reshape", new Reshape(Shape.of(2, 12, 5)), List.of(trained(2, 3, 4, 5))));
        cases.add(new OpCase("fill", new Fill(TensorSpec.f32(2, 3, 5), 0.25f), List.of()));
        cases.add(new OpCase(
                "normalize",
                new NormalizeImages(1 / 255f, DType.F32),
                List.of(new Operand(Kind.BYTES, new TensorSpec(Shape.of(2, 9, 7, 3), DType.U8)))));
        cases.add(new OpCase("softmax", new Softmax(), List.of(trained(5, 19))));
        Operand labels = new Operand(Kind.LABELS, new TensorSpec(Shape.of(6), DType.I32));
        cases.add(new OpCase("cross entropy", new CrossEntropy(0.1f), List.of(trained(6, 3), labels)));
        cases.add(new OpCase("sum", new Reduce(Reduce.Kind.SUM), List.of(trained(3, 41))));
        cases.add(new OpCase("mean", new Reduce(Reduce.Kind.MEAN), List.of(trained(3, 41))));
        updates(cases);
        return cases;
    }

    /** Every case that a network in half precision can have, with activations and the weights that they meet in a type. */
    static List<OpCase> half(DType type) {
        List<OpCase> cases = new ArrayList<>();
        for (int channels : new int[] {19, 24}) {
            Operand wide = trained(2, 3, 5, channels);
            cases.add(new OpCase("cast to %s, %d channels".formatted(type, channels), new Cast(type), List.of(wide)));
            cases.add(new OpCase(
                    "cast from %s, %d channels".formatted(type, channels),
                    new Cast(DType.F32),
                    List.of(wide.in(type))));
        }
        all().forEach(opCase -> opCase.in(type).ifPresent(cases::add));
        return cases;
    }

    private Optional<OpCase> in(DType type) {
        Op converted = switch (op) {
            case Fill fill -> new Fill(new TensorSpec(fill.spec().shape(), type), fill.number());
            case NormalizeImages normalize -> new NormalizeImages(normalize.scale(), type);
            default -> op;
        };
        List<Operand> all = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            all.add(isActivation(i) ? operands.get(i).in(type) : operands.get(i));
        }
        return converted.equals(op) && all.equals(operands)
                ? Optional.empty()
                : Optional.of(new OpCase(name + ", " + type, converted, all));
    }

    /** Whether a network in half precision has the operand in the half type. */
    private boolean isActivation(int operand) {
        return switch (op) {
            case Conv2d conv -> operand < 2;
            case BatchNorm norm ->
                operand % BatchNorm.BRANCH_OPERANDS == 0; // also the residual, which follows the branches
            case Activate a -> true;
            case Add a -> true;
            case Pool2d a -> true;
            case GlobalAveragePool a -> true;
            case Upsample a -> true;
            case Concat a -> true;
            case Split a -> true;
            case Reshape a -> true;
            case Softmax a -> true;
            case CrossEntropy loss -> operand == 0;
            default -> false;
        };
    }

    private static void convolutions(List<OpCase> cases) {
        int[][] geometries = {
            // height, width, in, out, kernel, stride, padding, groups
            {5, 7, 3, 16, 3, 2, 1, 1},
            {6, 6, 16, 24, 3, 1, 1, 1},
            {9, 4, 20, 33, 3, 1, 1, 1},
            {8, 8, 24, 16, 3, 2, 1, 1},
            {7, 9, 16, 8, 1, 1, 0, 1},
            {5, 5, 33, 40, 1, 1, 0, 1},
            {6, 7, 32, 32, 3, 1, 1, 4},
            {6, 7, 32, 32, 1, 1, 0, 4},
            {6, 7, 18, 18, 3, 1, 1, 18},
            {7, 7, 20, 20, 5, 2, 2, 20},
            {8, 9, 6, 12, 3, 2, 1, 6},
            {9, 9, 5, 6, 7, 2, 3, 1},
        };
        for (int[] g : geometries) {
            Conv2d op = new Conv2d(g[3], g[4], g[5], g[6], g[7]);
            for (boolean bias : new boolean[] {false, true}) {
                List<Operand> operands = new ArrayList<>();
                operands.add(trained(2, g[0], g[1], g[2]));
                operands.add(trained(g[3], g[4], g[4], g[2] / g[7]));
                if (bias) {
                    operands.add(trained(g[3]));
                }
                String name = "conv %dx%d %d to %d, kernel %d, stride %d, groups %d%s"
                        .formatted(g[0], g[1], g[2], g[3], g[4], g[5], g[7], bias ? ", bias" : "");
                cases.add(new OpCase(name, op, operands));
            }
        }
    }

    private static void normalisations(List<OpCase> cases) {
        for (int branches = 1; branches <= 2; branches++) {
            for (boolean residual : new boolean[] {false, true}) {
                for (boolean training : new boolean[] {true, false}) {
                    for (Activation activation : List.of(Activation.IDENTITY, Activation.SILU, Activation.RELU)) {
                        BatchNorm op = new BatchNorm(branches, activation, residual, 1e-3f, 0.03f, training);
                        cases.add(normalisation(op, 2, 3, 5, 21));
                    }
                    // channels that go into vectors, pixels enough for several blocks
                    BatchNorm op = new BatchNorm(branches, Activation.SILU, residual, 1e-3f, 0.03f, training);
                    cases.add(normalisation(op, 2, 30, 33, 24));
                }
            }
        }
    }

    private static OpCase normalisation(BatchNorm op, int... images) {
        int channels = images[3];
        List<Operand> operands = new ArrayList<>();
        for (int b = 0; b < op.branches(); b++) {
            operands.addAll(List.of(
                    trained(images), trained(channels), trained(channels), state(channels), positive(channels)));
        }
        if (op.residual()) {
            operands.add(trained(images));
        }
        String name = "batchnorm of %dx%d pixels, %d branches, %s%s%s"
                .formatted(
                        images[1],
                        images[2],
                        op.branches(),
                        op.activation(),
                        op.residual() ? ", residual" : "",
                        op.training() ? "" : ", running statistics");
        return new OpCase(name, op, operands);
    }

    private static void pools(List<OpCase> cases) {
        for (Pool2d.Kind kind : Pool2d.Kind.values()) {
            int[][] windows = {{2, 1, 0}, {2, 2, 0}, {3, 2, 1}, {5, 1, 2}};
            for (int[] w : windows) {
                Pool2d op = new Pool2d(kind, w[0], w[1], w[2]);
                String name = "%s pool, kernel %d, stride %d".formatted(kind, w[0], w[1]);
                cases.add(new OpCase(name, op, List.of(trained(2, 7, 8, 19))));
            }
            Pool2d op = new Pool2d(kind, 3, 2, 1);
            cases.add(new OpCase(kind + " pool of 24 channels", op, List.of(trained(2, 7, 8, 24))));
        }
        for (int channels : new int[] {19, 24}) {
            List<Operand> images = List.of(trained(2, 3, 5, channels));
            cases.add(new OpCase(
                    "global average pool, %d channels".formatted(channels), new GlobalAveragePool(), images));
            cases.add(new OpCase("upsample, %d channels".formatted(channels), new Upsample(2), images));
        }
        int[][] sizes = {{6, 9, 3, 10, 7}, {7, 5, 19, 3, 11}, {4, 4, 3, 8, 8}, {5, 3, 3, 1, 1}, {1, 2, 40, 6, 2}};
        for (int[] s : sizes) {
            Resize op = new Resize(s[3], s[4], 0.5f);
            String name = "resize %dx%d of %d channels to %dx%d".formatted(s[0], s[1], s[2], s[3], s[4]);
            cases.add(new OpCase(name, op, List.of(trained(2, s[0], s[1], s[2]))));
            TensorSpec bytes = new TensorSpec(Shape.of(2, s[0], s[1], s[2]), DType.U8);
            cases.add(new OpCase(name + ", bytes", op, List.of(new Operand(Kind.BYTES, bytes))));
        }
    }

    private static void updates(List<OpCase> cases) {
        List<ParameterRange> ranges = List.of(new ParameterRange(0, 48, 0), new ParameterRange(64, 37, 1));
        Operand flat = state(112);
        Operand scalar = positive(1);
        Operand scaler = new Operand(Kind.SCALER, TensorSpec.f32(Scaler.SLOTS));
        cases.add(new OpCase("read control", new ReadControl(Control.LOSS_SCALE), List.of(control())));
        cases.add(new OpCase("gradient norm", new GradientNorm(ranges, false), List.of(flat)));
        cases.add(new OpCase("scaled gradient norm", new GradientNorm(ranges, true), List.of(flat, scaler)));
        cases.add(new OpCase("scaled seed", new ScaledSeed(), List.of(control(), scaler)));
        cases.add(new OpCase("update scaler", new UpdateScaler(3), List.of(scaler)));
        for (boolean nesterov : new boolean[] {false, true}) {
            Op op = new SgdUpdate(nesterov, ranges);
            cases.add(new OpCase("sgd, nesterov " + nesterov, op, List.of(flat, flat, flat, scalar, control())));
            cases.add(new OpCase(
                    "scaled sgd, nesterov " + nesterov, op, List.of(flat, flat, flat, scalar, control(), scaler)));
        }
        for (boolean decoupled : new boolean[] {false, true}) {
            Op op = new AdamUpdate(decoupled, 1e-8f, ranges);
            String name = decoupled ? "adamw" : "adam";
            cases.add(new OpCase(name, op, List.of(flat, flat, flat, positive(112), scalar, control())));
            cases.add(new OpCase(
                    "scaled " + name, op, List.of(flat, flat, flat, positive(112), scalar, control(), scaler)));
        }
        cases.add(new OpCase("ema", new EmaUpdate(), List.of(flat, flat, control())));
        cases.add(new OpCase("accumulate", new AccumulateGradients(), List.of(flat, flat, control())));
    }
}
