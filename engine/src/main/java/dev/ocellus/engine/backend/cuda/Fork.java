package dev.ocellus.engine.backend.cuda;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;

/** Work that leaves the stream of all steps for several streams and comes back to it. Used while a step is recorded. */
final class Fork implements AutoCloseable {
    private final CudaContext context;
    private final List<CUevent> events = new ArrayList<>();
    private final Map<Integer, CUevent> ends = new HashMap<>();
    private final Set<CudaStream> used = new HashSet<>();
    private final CUevent start;

    Fork(CudaContext context) {
        this.context = context;
        start = mark(context.stream());
    }

    /** Stream number {@code index}; number 0 is that of all steps. */
    CudaStream stream(int index) {
        CudaStream stream = index == 0 ? context.stream() : context.sideStream(index - 1);
        if (index > 0 && used.add(stream)) {
            await(start, stream);
        }
        return stream;
    }

    /** A call was enqueued. */
    void enqueued(int call, CudaStream stream) {
        ends.put(call, mark(stream));
    }

    /** Lets a stream wait for a call, if that was enqueued here. */
    void await(int call, CudaStream stream) {
        CUevent end = ends.get(call);
        if (end != null) {
            await(end, stream);
        }
    }

    /** Lets the stream of all steps wait for all others. */
    void join() {
        for (CudaStream side : used) {
            await(mark(side), context.stream());
        }
    }

    private CUevent mark(CudaStream stream) {
        CUevent event = new CUevent();
        Driver.check(JCudaDriver.cuEventCreate(event, DISABLE_TIMING), "make an event");
        events.add(event);
        Driver.check(JCudaDriver.cuEventRecord(event, stream), "mark a stream");
        return event;
    }

    private static void await(CUevent event, CudaStream stream) {
        Driver.check(JCudaDriver.cuStreamWaitEvent(stream, event, 0), "let a stream wait");
    }

    private static final int DISABLE_TIMING = 2;

    @Override
    public void close() {
        events.forEach(JCudaDriver::cuEventDestroy);
    }
}
