package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.program.Call;
import dev.ocellus.engine.program.CallObserver;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;

/** Times each call on the device by events between the calls. Used by one thread. */
final class CallTimer implements AutoCloseable {
    private final List<CUevent> events = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();

    /** Marks where a run starts. */
    void start(CudaStream stream) {
        calls.clear();
        record(stream);
    }

    /** Marks where a call ends. */
    void ended(Call call, CudaStream stream) {
        calls.add(call);
        record(stream);
    }

    private void record(CudaStream stream) {
        if (events.size() == calls.size()) {
            CUevent event = new CUevent();
            Driver.check(JCudaDriver.cuEventCreate(event, 0), "make a timer");
            events.add(event);
        }
        Driver.check(JCudaDriver.cuEventRecord(events.get(calls.size()), stream), "time a call");
    }

    /** Waits for the run and reports its calls. */
    void report(CudaStream stream, CallObserver observer) {
        stream.synchronize();
        float[] milliseconds = new float[1];
        for (int i = 0; i < calls.size(); i++) {
            Driver.check(JCudaDriver.cuEventElapsedTime(milliseconds, events.get(i), events.get(i + 1)), "time a call");
            observer.called(calls.get(i), (long) (milliseconds[0] * 1e6));
        }
    }

    @Override
    public void close() {
        events.forEach(JCudaDriver::cuEventDestroy);
        events.clear();
    }
}
