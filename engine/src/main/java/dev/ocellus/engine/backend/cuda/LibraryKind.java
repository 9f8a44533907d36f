package dev.ocellus.engine.backend.cuda;

import java.util.List;

/** A native library that training on a GPU needs, with the names that its versions go by. */
enum LibraryKind {
    /** CUDA's driver, part of the graphics driver. */
    DRIVER(
            List.of("libcuda.so.1"),
            List.of("nvcuda.dll"),
            "Install NVIDIA's graphics driver (https://www.nvidia.com/drivers)."),
    /** The compiler of kernels. */
    NVRTC(
            List.of("libnvrtc.so.13", "libnvrtc.so.12"),
            List.of("nvrtc64_130_0.dll", "nvrtc64_120_0.dll"),
            "Install the CUDA toolkit 12 or 13 (https://developer.nvidia.com/cuda-downloads) and set CUDA_PATH to its folder, or run:"
                    + " pip install nvidia-cuda-nvrtc"),
    /** Convolutions. */
    CUDNN(
            List.of("libcudnn.so.9"),
            List.of("cudnn64_9.dll"),
            "Install cuDNN 9 (https://developer.nvidia.com/cudnn), or run: pip install nvidia-cudnn-cu13"
                    + " (nvidia-cudnn-cu12 for CUDA 12).");

    private final List<String> linux;
    private final List<String> windows;
    private final String cure;

    LibraryKind(List<String> linux, List<String> windows, String cure) {
        this.linux = linux;
        this.windows = windows;
        this.cure = cure;
    }

    /** File names, the newest version first. */
    List<String> names(boolean onWindows) {
        return onWindows ? windows : linux;
    }

    /** What to do where it is missing. */
    String cure() {
        return cure;
    }
}
