package dev.ocellus.engine.backend.cuda;

import java.lang.invoke.MethodHandle;

/** Calls of native functions that happen seldom; hot ones call their handle directly. */
final class Native {
    private Native() {}

    /** Calls a function that returns an int, by convention a status. */
    static int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw failed(failure);
        }
    }

    /** Native functions throw nothing: what arrives here is a defect. */
    static IllegalStateException failed(Throwable failure) {
        return new IllegalStateException("a native call failed", failure);
    }
}
