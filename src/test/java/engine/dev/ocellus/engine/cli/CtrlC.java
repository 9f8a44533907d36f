package dev.ocellus.engine.cli;

import java.lang.reflect.Method;
import sun.misc.Signal;

/**
 * Presses Ctrl-C on this process: hands the signal to whoever listens for it, as the runtime does when it arrives. A signal
 * that is really sent would be lost where the tests run in the background of a shell, which makes processes ignore it.
 */
final class CtrlC {
    private CtrlC() {}

    static void press() {
        try {
            Method dispatch = Class.forName("jdk.internal.misc.Signal").getDeclaredMethod("dispatch", int.class);
            dispatch.setAccessible(true);
            dispatch.invoke(null, new Signal("INT").getNumber());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this runtime delivers signals in another way", e);
        }
    }
}
