package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.ops.Activation;
import dev.ocellus.engine.tensor.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How kernels over tensors are compiled: for an element type, a number of elements at once, and an activation. */
final class Kernels {
    private static final int BYTES_AT_ONCE = 16;

    private Kernels() {}

    /** Elements that a thread can treat at once in all the tensors: as many as fill 16 bytes, or 1. */
    static int vector(List<CudaTensor> tensors) {
        int count = BYTES_AT_ONCE / tensors.getFirst().dtype().bytes();
        return tensors.stream().allMatch(tensor -> tensor.aligned(count)) ? count : 1;
    }

    /** Definitions for kernels over tensors of an element type. */
    static Map<String, String> defines(DType type, int vector) {
        Map<String, String> defines = new HashMap<>();
        switch (type) {
            case F32 -> defines.put("IO_F32", "1");
            case F16 -> defines.put("IO_F16", "1");
            case BF16 -> defines.put("IO_BF16", "1");
            default -> throw new UnsupportedOperationException("the GPU has no kernel for tensors of " + type);
        }
        defines.put("VEC", Integer.toString(vector));
        return defines;
    }

    /** As {@link #defines(DType, int)}, for an activation. */
    static Map<String, String> defines(DType type, int vector, Activation activation) {
        Map<String, String> defines = defines(type, vector);
        defines.put("ACT", Integer.toString(activation.ordinal()));
        return defines;
    }

    /** Number of vectors of a tensor, one a thread. */
    static long vectors(CudaTensor tensor, int vector) {
        return tensor.elements() / vector;
    }
}
