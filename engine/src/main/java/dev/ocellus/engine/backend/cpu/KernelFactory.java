package dev.ocellus.engine.backend.cpu;

import dev.ocellus.engine.ops.AccumulateGradients;
import dev.ocellus.engine.ops.Activate;
import dev.ocellus.engine.ops.ActivateGradient;
import dev.ocellus.engine.ops.AdamUpdate;
import dev.ocellus.engine.ops.Add;
import dev.ocellus.engine.ops.Axis;
import dev.ocellus.engine.ops.BatchNorm;
import dev.ocellus.engine.ops.BatchNormGradient;
import dev.ocellus.engine.ops.Concat;
import dev.ocellus.engine.ops.Conv2d;
import dev.ocellus.engine.ops.Conv2dInputGradient;
import dev.ocellus.engine.ops.Conv2dWeightGradient;
import dev.ocellus.engine.ops.ConvGeometry;
import dev.ocellus.engine.ops.Copy;
import dev.ocellus.engine.ops.CrossEntropy;
import dev.ocellus.engine.ops.CrossEntropyGradient;
import dev.ocellus.engine.ops.DecodeDetections;
import dev.ocellus.engine.ops.DetectionLoss;
import dev.ocellus.engine.ops.DetectionLossGradient;
import dev.ocellus.engine.ops.EmaUpdate;
import dev.ocellus.engine.ops.Fill;
import dev.ocellus.engine.ops.GlobalAveragePool;
import dev.ocellus.engine.ops.GlobalAveragePoolGradient;
import dev.ocellus.engine.ops.GradientNorm;
import dev.ocellus.engine.ops.NormalizeImages;
import dev.ocellus.engine.ops.Pool2d;
import dev.ocellus.engine.ops.Pool2dGradient;
import dev.ocellus.engine.ops.ReadControl;
import dev.ocellus.engine.ops.Reduce;
import dev.ocellus.engine.ops.ReduceGradient;
import dev.ocellus.engine.ops.Reshape;
import dev.ocellus.engine.ops.Resize;
import dev.ocellus.engine.ops.ResizeGradient;
import dev.ocellus.engine.ops.ScaledSeed;
import dev.ocellus.engine.ops.SgdUpdate;
import dev.ocellus.engine.ops.Softmax;
import dev.ocellus.engine.ops.SoftmaxGradient;
import dev.ocellus.engine.ops.Split;
import dev.ocellus.engine.ops.TaskAlignedAssign;
import dev.ocellus.engine.ops.UpdateScaler;
import dev.ocellus.engine.ops.Upsample;
import dev.ocellus.engine.ops.UpsampleGradient;
import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.Slab;
import dev.ocellus.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** Chooses the kernel for each call of a program and binds it to its operands. */
final class KernelFactory {
    private final Places places;

    private KernelFactory(Places places) {
        this.places = places;
    }

    /**
     * One kernel for each call.
     *
     * @throws UnsupportedOperationException if there is none for an operation
     */
    static List<Kernel> create(List<Call> calls, Places places) {
        KernelFactory factory = new KernelFactory(places);
        return calls.stream().map(factory::create).toList();
    }

    private NativeTensor in(Call call, int i) {
        return places.at(call.input(i));
    }

    private NativeTensor out(Call call, int i) {
        return places.at(call.output(i));
    }

    private long inAddress(Call call, int i) {
        return places.address(call.input(i));
    }

    private long outAddress(Call call, int i) {
        return places.address(call.output(i));
    }

    /** Address of an operand that may be absent, then 0. */
    private long optional(Call call, int i) {
        return i < call.inputs().size() ? inAddress(call, i) : 0;
    }

    private Kernel create(Call call) {
        boolean add = call.accumulate();
        return switch (call.node().op()) {
            case Conv2d op -> convolution(call, op.geometry(call.input(0).shape()));
            case Conv2dInputGradient op -> inputGradient(call, op.geometry());
            case Conv2dWeightGradient op -> weightGradient(call, op);
            case BatchNorm op -> batchNorm(call, op);
            case BatchNormGradient op -> batchNormGradient(call, op);
            case Activate op -> new ActivateKernel(op.activation(), in(call, 0), out(call, 0));
            case ActivateGradient op ->
                new ActivateGradientKernel(op.activation(), in(call, 0), in(call, 1), out(call, 0));
            case Add op -> new AddKernel(in(call, 0), in(call, 1), out(call, 0));
            case Copy op -> new CopyKernel(in(call, 0), out(call, 0));
            case Reshape op -> new CopyKernel(in(call, 0), out(call, 0));
            case Split op -> new KernelSequence(copies(call.outputs(), call.input(0), op.axis(), false));
            case Concat op -> new KernelSequence(copies(call.inputs(), call.output(0), op.axis(), true));
            case Fill op -> new FillKernel(out(call, 0), 0, op.number());
            case NormalizeImages op -> new NormalizeImagesKernel(in(call, 0), out(call, 0), op.scale());
            case Pool2d op -> pool(call, op);
            case Pool2dGradient op -> poolGradient(call, op);
            case GlobalAveragePool op -> new GlobalAveragePoolKernel(in(call, 0), out(call, 0));
            case GlobalAveragePoolGradient op -> new GlobalAveragePoolGradientKernel(in(call, 0), out(call, 0), add);
            case Upsample op ->
                new UpsampleKernel(
                        in(call, 0),
                        out(call, 0),
                        op.factor(),
                        call.input(0).shape().dim(2));
            case UpsampleGradient op ->
                new UpsampleGradientKernel(
                        in(call, 0),
                        out(call, 0),
                        op.factor(),
                        call.output(0).shape().dim(2),
                        add);
            case Resize op -> resize(call, op.scale(), false);
            case ResizeGradient op -> resize(call, op.scale(), true);
            case Softmax op -> new SoftmaxKernel(in(call, 0), out(call, 0));
            case SoftmaxGradient op -> new SoftmaxGradientKernel(in(call, 0), in(call, 1), out(call, 0));
            case CrossEntropy op ->
                new CrossEntropyKernel(in(call, 0), inAddress(call, 1), outAddress(call, 0), op.smoothing());
            case CrossEntropyGradient op ->
                new CrossEntropyGradientKernel(
                        inAddress(call, 0), in(call, 1), inAddress(call, 2), out(call, 0), op.smoothing());
            case Reduce op -> new ReduceKernel(in(call, 0), outAddress(call, 0), share(op.kind(), in(call, 0)));
            case ReduceGradient op ->
                new FillKernel(out(call, 0), inAddress(call, 0), (float) share(op.kind(), out(call, 0)));
            case ReadControl op ->
                new FillKernel(
                        out(call, 0), inAddress(call, 0) + (long) op.slot().ordinal() * Float.BYTES, 1);
            case GradientNorm op ->
                new GradientNormKernel(op.ranges(), inAddress(call, 0), outAddress(call, 0), optional(call, 1));
            case ScaledSeed op -> new ScaledSeedKernel(inAddress(call, 0), inAddress(call, 1), outAddress(call, 0));
            case UpdateScaler op -> new UpdateScalerKernel(inAddress(call, 0), op.growthInterval());
            case SgdUpdate op ->
                new SgdKernel(
                        op.nesterov(),
                        op.ranges(),
                        inAddress(call, 0),
                        inAddress(call, 1),
                        inAddress(call, 2),
                        inAddress(call, 3),
                        inAddress(call, 4),
                        optional(call, 5));
            case AdamUpdate op ->
                new AdamKernel(
                        op.decoupledDecay(),
                        op.epsilon(),
                        op.ranges(),
                        inAddress(call, 0),
                        inAddress(call, 1),
                        inAddress(call, 2),
                        inAddress(call, 3),
                        inAddress(call, 4),
                        inAddress(call, 5),
                        optional(call, 6));
            case EmaUpdate op ->
                new EmaKernel(
                        inAddress(call, 0),
                        inAddress(call, 1),
                        in(call, 0).elements(),
                        inAddress(call, 2),
                        optional(call, 3));
            case AccumulateGradients op ->
                new AccumulateGradientsKernel(
                        inAddress(call, 0), inAddress(call, 1), in(call, 0).elements(), inAddress(call, 2));
            case TaskAlignedAssign op ->
                new TaskAlignedAssignKernel(
                        op.head(),
                        in(call, 0),
                        in(call, 1),
                        outAddress(call, 0),
                        outAddress(call, 1),
                        outAddress(call, 2),
                        outAddress(call, 3));
            case DetectionLoss op -> new DetectionLossKernel(terms(call, op), outAddress(call, 0), outAddress(call, 1));
            case DetectionLossGradient op ->
                new DetectionLossGradientKernel(terms(call, op.loss()), inAddress(call, 6), out(call, 0));
            case DecodeDetections op -> new DecodeDetectionsKernel(op.head(), in(call, 0), outAddress(call, 0));
            default ->
                throw new UnsupportedOperationException(
                        "the CPU has no kernel for " + call.node().op().name());
        };
    }

    private Kernel convolution(Call call, ConvGeometry geometry) {
        long bias = call.inputs().size() > 2 ? inAddress(call, 2) : 0;
        return geometry.depthwise()
                ? DepthwiseConvolutionKernel.forward(
                        geometry, in(call, 0), inAddress(call, 1), bias, out(call, 0), call.accumulate())
                : new Conv2dKernel(geometry, in(call, 0), inAddress(call, 1), bias, out(call, 0), call.accumulate());
    }

    private Kernel inputGradient(Call call, ConvGeometry geometry) {
        return geometry.depthwise()
                ? DepthwiseConvolutionKernel.inputGradient(
                        geometry, in(call, 0), inAddress(call, 1), out(call, 0), call.accumulate())
                : new Conv2dInputGradientKernel(
                        geometry, in(call, 0), inAddress(call, 1), out(call, 0), call.accumulate());
    }

    private Kernel weightGradient(Call call, Conv2dWeightGradient op) {
        ConvGeometry geometry = op.geometry();
        long weights = outAddress(call, 0);
        long bias = op.bias() ? outAddress(call, 1) : 0;
        return geometry.depthwise()
                ? new DepthwiseWeightGradientKernel(
                        geometry, in(call, 0), in(call, 1), weights, bias, call.accumulate())
                : new Conv2dWeightGradientKernel(geometry, in(call, 0), in(call, 1), weights, bias, call.accumulate());
    }

    private DetectionTerms terms(Call call, DetectionLoss loss) {
        return new DetectionTerms(
                loss,
                in(call, 0),
                in(call, 1),
                inAddress(call, 2),
                inAddress(call, 3),
                inAddress(call, 4),
                inAddress(call, 5));
    }

    private static double share(Reduce.Kind kind, NativeTensor tensor) {
        return kind == Reduce.Kind.SUM ? 1 : 1.0 / tensor.elements();
    }

    /** Copies between a whole and its parts where they do not lie in each other already. */
    private List<Kernel> copies(List<Slab> parts, Slab whole, Axis axis, boolean join) {
        List<Kernel> copies = new ArrayList<>();
        int offset = 0;
        for (Slab part : parts) {
            boolean rows = axis == Axis.ROWS;
            NativeTensor place = places.at(whole.slice(rows ? offset : 0, rows ? 0 : offset, part.spec()));
            NativeTensor own = places.at(part);
            if (place.address() != own.address()) {
                copies.add(join ? new CopyKernel(own, place) : new CopyKernel(place, own));
            }
            offset += rows ? part.shape().pixels() : part.shape().channels();
        }
        return copies;
    }

    private Kernel batchNorm(Call call, BatchNorm op) {
        List<BatchNormBranch> branches = new ArrayList<>();
        for (int b = 0; b < op.branches(); b++) {
            int first = b * BatchNorm.BRANCH_OPERANDS;
            branches.add(new BatchNormBranch(
                    in(call, first),
                    inAddress(call, first + 1),
                    inAddress(call, first + 2),
                    inAddress(call, first + 3),
                    inAddress(call, first + 4),
                    op.training() ? outAddress(call, 1 + b) : 0));
        }
        NativeTensor residual = op.residual() ? in(call, call.inputs().size() - 1) : null;
        return new BatchNormKernel(
                branches, op.activation(), residual, out(call, 0), op.epsilon(), op.momentum(), op.training());
    }

    private Kernel batchNormGradient(Call call, BatchNormGradient op) {
        List<BatchNormBranch> branches = new ArrayList<>();
        List<BatchNormBranchGradient> gradients = new ArrayList<>();
        for (int b = 0; b < op.branches(); b++) {
            int first = 1 + b * op.branchOperands();
            branches.add(new BatchNormBranch(
                    in(call, first),
                    inAddress(call, first + 1),
                    inAddress(call, first + 2),
                    op.training() ? 0 : inAddress(call, first + 3),
                    op.training() ? 0 : inAddress(call, first + 4),
                    op.training() ? inAddress(call, first + 3) : 0));
            gradients.add(new BatchNormBranchGradient(
                    out(call, 3 * b), outAddress(call, 3 * b + 1), outAddress(call, 3 * b + 2)));
        }
        return new BatchNormGradientKernel(
                in(call, 0), branches, gradients, op.activation(), op.epsilon(), op.training());
    }

    private Kernel resize(Call call, float scale, boolean gradient) {
        return new ResizeKernel(
                in(call, 0),
                call.input(0).shape().dim(1),
                call.input(0).dtype() == DType.U8,
                out(call, 0),
                call.output(0).shape().dim(1),
                scale,
                gradient,
                call.accumulate());
    }

    private Kernel pool(Call call, Pool2d op) {
        PoolGeometry geometry = PoolGeometry.of(op, call.input(0).shape());
        return op.kind() == Pool2d.Kind.MAX
                ? new MaxPoolKernel(geometry, in(call, 0), out(call, 0), out(call, 1))
                : new AveragePoolKernel(geometry, in(call, 0), out(call, 0));
    }

    private Kernel poolGradient(Call call, Pool2dGradient op) {
        PoolGeometry geometry = PoolGeometry.of(op.pool(), op.input());
        return op.pool().kind() == Pool2d.Kind.MAX
                ? new MaxPoolGradientKernel(geometry, in(call, 0), in(call, 1), out(call, 0), call.accumulate())
                : new AveragePoolGradientKernel(geometry, in(call, 0), out(call, 0), call.accumulate());
    }
}
