package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** What all calls of CUDA's driver have in common. */
final class Driver {
    private Driver() {}

    /**
     * Turns an error code into an exception.
     *
     * @param action what was tried, as in "could not …"
     * @throws DeviceFault if the code is not success
     */
    static void check(int code, String action) {
        if (code != CUresult.CUDA_SUCCESS) {
            throw new DeviceFault(code, action);
        }
    }

    /** A refusal of the driver. */
    static final class DeviceFault extends StudioException {
        private static final long serialVersionUID = 1L;
        private final int code;

        DeviceFault(int code, String action) {
            super(Kind.RUNTIME, "The GPU could not %s: %s.".formatted(action, describe(code)), cure(code));
            this.code = code;
        }

        /** Whether the device has no memory left. */
        boolean outOfMemory() {
            return code == CUresult.CUDA_ERROR_OUT_OF_MEMORY;
        }

        private static String describe(int code) {
            String[] text = new String[1];
            JCudaDriver.cuGetErrorString(code, text);
            return (text[0] == null ? "unknown error" : text[0]) + " (" + CUresult.stringFor(code) + ")";
        }

        private static String cure(int code) {
            return switch (code) {
                case CUresult.CUDA_ERROR_OUT_OF_MEMORY ->
                    "Lower batch or imgsz, or close other programs that use the GPU.";
                case CUresult.CUDA_ERROR_NO_DEVICE ->
                    "See whether nvidia-smi lists a GPU and CUDA_VISIBLE_DEVICES does not hide it, or train with device=cpu.";
                case CUresult.CUDA_ERROR_SYSTEM_DRIVER_MISMATCH ->
                    "NVIDIA's driver was updated while it ran: restart the machine.";
                default ->
                    "Train with device=cpu, or restart the program; `ocellus doctor --machine` shows what the GPU needs.";
            };
        }
    }
}
