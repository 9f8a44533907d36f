package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import java.nio.file.Path;
import jcuda.driver.JCudaDriver;

/** Finds and opens NVIDIA GPUs. */
public final class CudaDevices {
    private CudaDevices() {}

    /**
     * Looks whether there is a GPU and all that it needs.
     *
     * @throws StudioException if not; the message says what is missing, the cure how to get it
     */
    public static void probe() {
        CudaLibraries.load(LibrarySearch.here());
        requireDevice(0);
    }

    /**
     * Opens a GPU.
     *
     * @param ordinal number of the GPU, from 0
     * @param tensorFloat whether float32 convolutions may round their operands to TF32
     * @throws StudioException if it cannot be used; the message says why, the cure what would help
     */
    public static Backend open(int ordinal, boolean tensorFloat) {
        CudaLibraries libraries = CudaLibraries.load(LibrarySearch.here());
        requireDevice(ordinal);
        return new CudaBackend(new CudaContext(ordinal, libraries, cacheFolder(), tensorFloat));
    }

    private static void requireDevice(int ordinal) {
        start();
        int count = CudaDevice.count();
        if (ordinal >= count) {
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "There is no GPU number %d: this machine has %d.".formatted(ordinal, count),
                    "Choose another device.");
        }
    }

    private static void start() {
        try {
            JCudaDriver.setExceptionsEnabled(false);
            Driver.check(JCudaDriver.cuInit(0), "be started");
        } catch (UnsatisfiedLinkError | NoClassDefFoundError broken) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "JCuda's library for CUDA's driver cannot be loaded: " + broken.getMessage() + ".",
                    LibraryKind.DRIVER.cure(),
                    broken);
        }
    }

    private static Path cacheFolder() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        String base = System.getenv(windows ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        Path root = base != null && !base.isEmpty()
                ? Path.of(base)
                : Path.of(System.getProperty("user.home"), windows ? "AppData/Local" : ".cache");
        return root.resolve("ocellus").resolve("kernels");
    }
}
