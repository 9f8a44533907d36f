package dev.ocellus.engine.backend.cuda;

/**
 * The native libraries of this machine, each loaded once.
 *
 * @param driver CUDA's driver
 * @param nvrtc the compiler of kernels
 * @param cudnn convolutions
 */
record CudaLibraries(NativeLibrary driver, NativeLibrary nvrtc, NativeLibrary cudnn) {
    /**
     * Loads all.
     *
     * @throws dev.ocellus.engine.StudioException if one is missing; the cure tells how to get it
     */
    static CudaLibraries load(LibrarySearch search) {
        return new CudaLibraries(
                NativeLibrary.load(LibraryKind.DRIVER, search),
                NativeLibrary.load(LibraryKind.NVRTC, search),
                NativeLibrary.load(LibraryKind.CUDNN, search));
    }
}
