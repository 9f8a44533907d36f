package dev.ocellus.app.faults;

import java.util.function.Consumer;

/**
 * Where faults are reported that belong to no single field or view. Each is logged once; the window shows it. Used on
 * the window's thread.
 */
public final class FaultDesk {

    private static final System.Logger LOG = System.getLogger(FaultDesk.class.getName());

    private Consumer<Fault> window = fault -> {};

    /** Sets who shows the faults. */
    public void setWindow(Consumer<Fault> window) {
        this.window = window;
    }

    public void report(Throwable cause) {
        Fault fault = Fault.of(cause);
        LOG.log(System.Logger.Level.ERROR, fault.code() + ": " + fault.message(), cause);
        window.accept(fault);
    }
}
