package dev.ocellus.app;

import dev.ocellus.app.faults.Fault;
import dev.ocellus.app.faults.FaultCard;
import dev.ocellus.app.platform.Folders;
import dev.ocellus.app.services.EngineTraining;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.shell.Studio;
import dev.ocellus.app.shell.StudioWindow;
import dev.ocellus.app.text.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The studio as JavaFX starts and stops it. */
public final class StudioApplication extends Application {

    private @Nullable Studio studio;

    @Override
    public void start(Stage stage) {
        try {
            Tasks tasks = Tasks.forWindow();
            Studio opened = new Studio(Folders.settings(), tasks, new EngineTraining(tasks));
            studio = opened;
            Thread.setDefaultUncaughtExceptionHandler(
                    (thread, fault) -> Platform.runLater(() -> opened.faults().report(fault)));
            StudioWindow.open(opened, stage);
            begin(opened, getParameters().getRaw());
        } catch (RuntimeException | LinkageError fault) {
            showFatal(fault, stage);
        }
    }

    /** On the first start there is nothing to come back to, so the sample is opened. */
    private static void begin(Studio studio, List<String> arguments) {
        if (arguments.contains("--sample") || arguments.isEmpty() && studio.firstStart()) {
            studio.openSample();
        } else if (!arguments.isEmpty()) {
            studio.openDataset(Path.of(arguments.getFirst()).toAbsolutePath());
        }
    }

    private static void showFatal(Throwable fault, Stage stage) {
        FaultCard card = new FaultCard(Fault.of(fault), new Texts(Locale.getDefault()), stage::close);
        stage.setScene(new Scene(card));
        stage.show();
    }

    @Override
    public void stop() {
        if (studio != null) {
            studio.close();
        }
    }
}
