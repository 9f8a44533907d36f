package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.JCudaDriver.cuCtxSetCurrent;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRelease;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRetain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * A GPU in use: its context, the stream of all steps, its compiled kernels. One thread at a time may use it; a thread that
 * comes to it calls {@link #enter} first.
 */
final class CudaContext implements AutoCloseable {
    private static final int SIDE_STREAMS = Integer.getInteger("ocellus.streams", 4) - 1;
    private static final long COUNTER_BYTES = 64 << 10;
    private static final long MOST_WORKSPACE = 512L << 20;

    private final CudaDevice device;
    private final CUdevice handle;
    private final CUcontext context = new CUcontext();
    private final CudaStream stream;
    private final Transfers transfers;
    private final CudaLibraries libraries;
    private final KernelLibrary kernels;
    private final Cudnn cudnn;
    private final ConvolutionSearch convolutions;
    private final DeviceWorkspace arena;
    private final DeviceWorkspace scratch;
    private final DeviceWorkspace trial;
    private final List<DeviceMemory> counters = new ArrayList<>();
    private final List<CudaStream> sideStreams = new ArrayList<>();
    private long countersUsed;
    private @Nullable Thread user;

    /**
     * Takes the device into use.
     *
     * @param cacheFolder where compiled kernels and plans are kept
     */
    CudaContext(int ordinal, CudaLibraries libraries, Path cacheFolder, CudaSettings settings) {
        this.libraries = libraries;
        device = CudaDevice.of(ordinal);
        handle = CudaDevice.handle(ordinal);
        Driver.check(cuDevicePrimaryCtxRetain(context, handle), "be taken into use");
        enter();
        stream = new CudaStream();
        arena = new DeviceWorkspace(stream);
        scratch = new DeviceWorkspace(stream);
        trial = new DeviceWorkspace(stream);
        transfers = new Transfers(stream);
        kernels = new KernelLibrary(device, libraries, cacheFolder);
        cudnn = new Cudnn(libraries.cudnn());
        convolutions = new ConvolutionSearch(cudnn, this, cacheFolder, settings);
    }

    /** Makes the context the calling thread's. */
    void enter() {
        Thread now = Thread.currentThread();
        if (user != now) {
            Driver.check(cuCtxSetCurrent(context), "serve another thread");
            user = now;
        }
    }

    /** What is in use. */
    CudaDevice device() {
        return device;
    }

    /** Where steps are enqueued. */
    CudaStream stream() {
        return stream;
    }

    /** Number of streams that a recorded step may use, {@link #stream} among them. */
    int streams() {
        return 1 + SIDE_STREAMS;
    }

    /** A further stream, for work beside that of {@link #stream}. */
    CudaStream sideStream(int index) {
        while (sideStreams.size() <= index) {
            sideStreams.add(new CudaStream());
        }
        return sideStreams.get(index);
    }

    /** Copies between host and device. */
    Transfers transfers() {
        return transfers;
    }

    /** Compiled kernels. */
    KernelLibrary kernels() {
        return kernels;
    }

    /** cuDNN. */
    Cudnn cudnn() {
        return cudnn;
    }

    /** Plans of convolutions. */
    ConvolutionSearch convolutions() {
        return convolutions;
    }

    /** Memory of activations, shared by all programs. */
    DeviceWorkspace arena() {
        return arena;
    }

    /** Memory of single kernels, shared by all programs. */
    DeviceWorkspace scratch() {
        return scratch;
    }

    /** Memory in which plans are tried; null if more is asked for than a plan may use. */
    @Nullable
    DeviceMemory workspace(long bytes) {
        return bytes > MOST_WORKSPACE ? null : trial.reserve(bytes);
    }

    /** Native libraries of this machine. */
    CudaLibraries libraries() {
        return libraries;
    }

    /**
     * Address of {@code count} integers that are zero between launches: the kernels that count their blocks with them set them back.
     */
    long counters(int count) {
        long bytes = (long) count * Integer.BYTES;
        if (counters.isEmpty() || countersUsed + bytes > COUNTER_BYTES) {
            DeviceMemory more = new DeviceMemory(COUNTER_BYTES);
            more.fill((byte) 0, stream);
            counters.add(more);
            countersUsed = 0;
        }
        long address = counters.getLast().address() + countersUsed;
        countersUsed += bytes;
        return address;
    }

    /** Free device memory in bytes. */
    long freeMemory() {
        long[] free = new long[1];
        long[] total = new long[1];
        Driver.check(JCudaDriver.cuMemGetInfo(free, total), "tell its free memory");
        return free[0];
    }

    @Override
    public void close() {
        enter();
        convolutions.close();
        cudnn.close();
        trial.close();
        scratch.close();
        arena.close();
        kernels.close();
        counters.forEach(DeviceMemory::close);
        transfers.close();
        sideStreams.forEach(CudaStream::close);
        stream.close();
        cuDevicePrimaryCtxRelease(handle);
    }
}
