package dev.ocellus.engine.backend.cuda;

import static jcuda.driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;

import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.JCudaDriver;

/**
 * Work that was recorded once and is started as a whole. Captured in thread-local mode, so that other threads may go on
 * using the device meanwhile.
 */
final class CudaGraph implements AutoCloseable {
    private final CUgraphExec executable = new CUgraphExec();
    private final int nodes;
    private boolean open;

    /**
     * Records what {@code work} enqueues; nothing of it runs.
     *
     * @throws Driver.DeviceFault if something in it cannot be recorded
     */
    CudaGraph(CudaStream stream, Runnable work) {
        CUgraph graph = new CUgraph();
        Driver.check(
                JCudaDriver.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                "start recording a step");
        try {
            work.run();
        } catch (RuntimeException | Error failure) {
            JCudaDriver.cuStreamEndCapture(stream, graph);
            throw failure;
        }
        Driver.check(JCudaDriver.cuStreamEndCapture(stream, graph), "record a step");
        try {
            long[] count = new long[1];
            Driver.check(JCudaDriver.cuGraphGetNodes(graph, null, count), "count a recorded step's nodes");
            nodes = Math.toIntExact(count[0]);
            Driver.check(JCudaDriver.cuGraphInstantiate(executable, graph, 0), "prepare a recorded step");
            open = true;
        } finally {
            JCudaDriver.cuGraphDestroy(graph);
        }
    }

    /** Number of nodes. */
    int nodes() {
        return nodes;
    }

    /** Starts everything. */
    void launch(CudaStream stream) {
        Driver.check(JCudaDriver.cuGraphLaunch(executable, stream), "replay a step");
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            JCudaDriver.cuGraphExecDestroy(executable);
        }
    }
}
