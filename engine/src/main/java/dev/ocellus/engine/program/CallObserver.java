package dev.ocellus.engine.program;

/** Is told of each kernel call while a program is measured. Called on the thread that runs the step. */
@FunctionalInterface
public interface CallObserver {
    /** A call has finished; {@code nanos} is the time it took. */
    void called(Call call, long nanos);
}
