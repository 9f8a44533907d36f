package dev.ocellus.engine.backend.cuda;

import java.util.List;

/** A native library of NVIDIA's, with the files that its versions go by and the ways to get it. */
enum LibraryKind {
    /** Part of the graphics driver. */
    DRIVER(
            "CUDA driver",
            "runs everything on the GPU",
            true,
            List.of(new LibraryFile(0, "libcuda.so.1", "nvcuda.dll")),
            "Install NVIDIA's driver: `ubuntu-drivers install` on Ubuntu, `apt install nvidia-driver` on Debian, or from"
                    + " https://www.nvidia.com/drivers; then restart the machine.",
            "Install NVIDIA's driver from https://www.nvidia.com/drivers."),
    /** The compiler of kernels. */
    NVRTC(
            "NVRTC",
            "compiles kernels",
            true,
            List.of(
                    new LibraryFile(13, "libnvrtc.so.13", "nvrtc64_130_0.dll"),
                    new LibraryFile(12, "libnvrtc.so.12", "nvrtc64_120_0.dll")),
            linux("nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12", "cuda-nvrtc-13-0"),
            windows("nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12")),
    /** Convolutions; loads its parts from its own folder by itself. */
    CUDNN(
            "cuDNN 9",
            "computes convolutions",
            true,
            List.of(new LibraryFile(0, "libcudnn.so.9", "cudnn64_9.dll")),
            linux("nvidia-cudnn-cu13", "nvidia-cudnn-cu12", "cudnn9-cuda-13"),
            "Install cuDNN 9 from https://developer.nvidia.com/cudnn, or run `pip install nvidia-cudnn-cu13` (for CUDA 12:"
                    + " nvidia-cudnn-cu12); then add the folder of cudnn64_9.dll to PATH."),
    /** Matrix products. */
    CUBLASLT(
            "cuBLASLt",
            "serves some of cuDNN's plans",
            false,
            List.of(
                    new LibraryFile(13, "libcublasLt.so.13", "cublasLt64_13.dll"),
                    new LibraryFile(12, "libcublasLt.so.12", "cublasLt64_12.dll")),
            linux("nvidia-cublas", "nvidia-cublas-cu12", "libcublas-13-0"),
            windows("nvidia-cublas", "nvidia-cublas-cu12")),
    /** Records of kernels. */
    CUPTI(
            "CUPTI",
            "records kernels for profilers",
            false,
            List.of(
                    new LibraryFile(13, "libcupti.so.13", "cupti64_2025*.dll"),
                    new LibraryFile(12, "libcupti.so.12", "cupti64_202[2-5]*.dll")),
            linux("nvidia-cuda-cupti", "nvidia-cuda-cupti-cu12", "cuda-cupti-13-0"),
            windows("nvidia-cuda-cupti", "nvidia-cuda-cupti-cu12")),
    /** The driver's management interface. */
    NVML(
            "NVML",
            "tells the driver's version",
            false,
            List.of(new LibraryFile(0, "libnvidia-ml.so.1", "nvml.dll")),
            "It comes with NVIDIA's driver: reinstall that.",
            "It comes with NVIDIA's driver: reinstall that.");

    /**
     * Names of a version.
     *
     * @param cuda first number of the CUDA version that it belongs to; 0 for any
     * @param linux file name there
     * @param windows file name there, as a glob pattern
     */
    record LibraryFile(int cuda, String linux, String windows) {}

    private final String label;
    private final String purpose;
    private final boolean needed;
    private final List<LibraryFile> files;
    private final String linuxCure;
    private final String windowsCure;

    LibraryKind(
            String label,
            String purpose,
            boolean needed,
            List<LibraryFile> files,
            String linuxCure,
            String windowsCure) {
        this.label = label;
        this.purpose = purpose;
        this.needed = needed;
        this.files = files;
        this.linuxCure = linuxCure;
        this.windowsCure = windowsCure;
    }

    private static String linux(String pip13, String pip12, String apt) {
        return ("Run `pip install %s` (for CUDA 12: %s) as yourself or in the active environment, or install NVIDIA's package %s; if"
                        + " it is elsewhere, set CUDA_PATH to the toolkit's folder or add its folder to LD_LIBRARY_PATH.")
                .formatted(pip13, pip12, apt);
    }

    private static String windows(String pip13, String pip12) {
        return ("Install the CUDA toolkit from https://developer.nvidia.com/cuda-downloads, or run `pip install %s` (for CUDA 12: %s);"
                        + " if it is elsewhere, set CUDA_PATH to the toolkit's folder or add the folder of the DLL to PATH.")
                .formatted(pip13, pip12);
    }

    /** What it is called. */
    String label() {
        return label;
    }

    /** What it is for. */
    String purpose() {
        return purpose;
    }

    /** Whether training on a GPU is impossible without it. */
    boolean needed() {
        return needed;
    }

    /**
     * File names, the newest version first.
     *
     * @param newestCuda first number of the newest CUDA version that is of use
     */
    List<String> names(boolean onWindows, int newestCuda) {
        return files.stream()
                .filter(file -> file.cuda() <= newestCuda)
                .map(onWindows ? LibraryFile::windows : LibraryFile::linux)
                .toList();
    }

    /** What to do where it is missing. */
    String cure(boolean onWindows) {
        return onWindows ? windowsCure : linuxCure;
    }
}
