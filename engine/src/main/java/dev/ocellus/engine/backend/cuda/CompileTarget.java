package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import java.util.Arrays;

/**
 * What kernels are compiled to.
 *
 * @param architecture compute capability without its point, as in 90
 * @param machineCode whether to the code of that device; else to PTX, from which the driver makes the code of a newer one
 */
record CompileTarget(int architecture, boolean machineCode) {
    /**
     * The best target for a device.
     *
     * @param supported what the compiler knows, in any order
     * @param compiler its version, for the message
     * @throws StudioException if the device is older than all that it knows
     */
    static CompileTarget of(int[] supported, int major, int minor, String compiler) {
        int wanted = 10 * major + minor;
        int best = Arrays.stream(supported)
                .filter(architecture -> architecture <= wanted)
                .max()
                .orElseThrow(
                        () -> new StudioException(
                                StudioException.Kind.RUNTIME,
                                "NVRTC %s does not compile for this GPU: its compute capability is %d.%d, the oldest known is %.1f."
                                        .formatted(
                                                compiler,
                                                major,
                                                minor,
                                                Arrays.stream(supported).min().orElse(0) / 10.0),
                                "Use NVRTC of an older CUDA version (pip install nvidia-cuda-nvrtc-cu12), or train with device=cpu."));
        return new CompileTarget(best, best == wanted);
    }

    /** The option that asks the compiler for it. */
    String option() {
        return "--gpu-architecture=" + (machineCode ? "sm_" : "compute_") + architecture;
    }
}
