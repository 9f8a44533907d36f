package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.backend.Backend;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import jcuda.driver.CUresult;
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
        open(LibrarySearch.here(), 0);
    }

    static CudaLibraries open(LibrarySearch search, int ordinal) {
        CudaLibraries libraries = CudaLibraries.load(search);
        start(search);
        requireDevice(ordinal);
        CudaDevice device = CudaDevice.of(ordinal);
        new Nvrtc(libraries.nvrtc()).target(device.major(), device.minor());
        return libraries;
    }

    /**
     * The GPUs that the driver sees.
     *
     * @throws StudioException if the driver is missing or does not answer
     */
    static List<CudaDevice> all(LibrarySearch search) {
        NativeLibrary.load(LibraryKind.DRIVER, search, Integer.MAX_VALUE);
        start(search);
        return IntStream.range(0, CudaDevice.count()).mapToObj(CudaDevice::of).toList();
    }

    /**
     * Opens a GPU.
     *
     * @param ordinal number of the GPU, from 0
     * @throws StudioException if it cannot be used; the message says why, the cure what would help
     */
    public static Backend open(int ordinal, CudaSettings settings) {
        return open(ordinal, settings, cacheFolder());
    }

    /** As {@link #open(int, CudaSettings)}, with plans chosen by timing. */
    public static Backend open(int ordinal, boolean tensorFloat) {
        return open(ordinal, new CudaSettings(tensorFloat, true));
    }

    static Backend open(int ordinal, CudaSettings settings, Path cacheFolder) {
        CudaLibraries libraries = open(LibrarySearch.here(), ordinal);
        return new CudaBackend(new CudaContext(ordinal, libraries, cacheFolder, settings));
    }

    private static void requireDevice(int ordinal) {
        int count = CudaDevice.count();
        if (count == 0) {
            Driver.check(CUresult.CUDA_ERROR_NO_DEVICE, "be found");
        }
        if (ordinal >= count) {
            throw new StudioException(
                    StudioException.Kind.USAGE,
                    "There is no GPU number %d: CUDA's driver sees %d.".formatted(ordinal, count),
                    "Choose one of cuda, cuda:1, ... below that number, or device=cpu.");
        }
    }

    private static void start(LibrarySearch search) {
        try {
            JCudaDriver.setExceptionsEnabled(false);
            Driver.check(JCudaDriver.cuInit(0), "be started");
        } catch (UnsatisfiedLinkError | NoClassDefFoundError broken) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "JCuda's library for CUDA's driver cannot be loaded: " + broken.getMessage() + ".",
                    LibraryKind.DRIVER.cure(search.windows()),
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
