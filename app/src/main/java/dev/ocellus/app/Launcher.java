package dev.ocellus.app;

import dev.ocellus.app.platform.Display;
import dev.ocellus.app.platform.Logs;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.cli.Main;
import javafx.application.Application;

/**
 * Opens the studio: {@code [--sample | DATASET]}. Not an application itself, so that JavaFX can lie on the class path.
 */
public final class Launcher {

    private static final String WITHOUT_WINDOW =
            "Train without a window: ocellus train model=yolo9t data=path/to/data.yaml";

    private Launcher() {}

    public static void main(String[] arguments) {
        int code = open(arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Returns when the window has been closed, or at once where there can be none; 0 if there was one. */
    static int open(String... arguments) {
        if (!Display.available()) {
            return Main.fail(new StudioException(
                    StudioException.Kind.RUNTIME,
                    "There is no display to open the studio on: DISPLAY is not set.",
                    WITHOUT_WINDOW));
        }
        Logs.configure();
        try {
            Application.launch(StudioApplication.class, arguments);
            return 0;
        } catch (RuntimeException | LinkageError fault) {
            Throwable cause = fault.getCause() == null ? fault : fault.getCause();
            return Main.fail(new StudioException(
                    StudioException.Kind.RUNTIME,
                    "The studio cannot open a window: " + cause.getMessage() + ".",
                    WITHOUT_WINDOW,
                    fault));
        }
    }
}
