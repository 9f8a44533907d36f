package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;

/**
 * The native libraries that a GPU is used through.
 *
 * @param driver CUDA's driver
 * @param nvrtc the compiler of kernels
 * @param cudnn convolutions
 */
record CudaLibraries(NativeLibrary driver, NativeLibrary nvrtc, NativeLibrary cudnn) {
    /**
     * Loads all, in versions that the driver serves.
     *
     * @throws StudioException if one is missing or too new for the driver; the cure tells what to do
     */
    static CudaLibraries load(LibrarySearch search) {
        NativeLibrary driver = NativeLibrary.load(LibraryKind.DRIVER, search, Integer.MAX_VALUE);
        int served = LibraryVersion.cuda(driver);
        NativeLibrary nvrtc = NativeLibrary.load(LibraryKind.NVRTC, search, served);
        NativeLibrary cudnn = NativeLibrary.load(LibraryKind.CUDNN, search, served);
        int made = LibraryVersion.cuda(cudnn);
        if (made > served) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "%s is made for CUDA %d, but the driver serves CUDA %s."
                            .formatted(cudnn.file(), made, LibraryVersion.of(driver)),
                    "Update NVIDIA's driver, or replace cuDNN: pip install nvidia-cudnn-cu" + served + ".");
        }
        return new CudaLibraries(driver, nvrtc, cudnn);
    }
}
