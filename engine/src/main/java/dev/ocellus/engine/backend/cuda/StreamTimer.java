package dev.ocellus.engine.backend.cuda;

import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;

/** Measures the device's time between two points of a stream. */
final class StreamTimer implements AutoCloseable {
    private final CUevent from = new CUevent();
    private final CUevent to = new CUevent();

    StreamTimer() {
        Driver.check(JCudaDriver.cuEventCreate(from, 0), "make a timer");
        Driver.check(JCudaDriver.cuEventCreate(to, 0), "make a timer");
    }

    void start(CudaStream stream) {
        Driver.check(JCudaDriver.cuEventRecord(from, stream), "time a stream");
    }

    /** Waits for the stream; returns milliseconds since the start. */
    double stop(CudaStream stream) {
        Driver.check(JCudaDriver.cuEventRecord(to, stream), "time a stream");
        Driver.check(JCudaDriver.cuEventSynchronize(to), "time a stream");
        float[] milliseconds = new float[1];
        Driver.check(JCudaDriver.cuEventElapsedTime(milliseconds, from, to), "time a stream");
        return milliseconds[0];
    }

    @Override
    public void close() {
        JCudaDriver.cuEventDestroy(from);
        JCudaDriver.cuEventDestroy(to);
    }
}
