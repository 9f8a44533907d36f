package dev.ocellus.app.journeys;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.app.FakeRuns;
import dev.ocellus.app.FakeTraining;
import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.shell.Studio;
import dev.ocellus.app.shell.StudioWindow;
import dev.ocellus.app.viewmodels.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** A studio in a window of the smallest size, English and light, with three runs and no dataset. */
abstract class WindowJourney {

    private static final int PATIENCE_SECONDS = 8;

    @TempDir
    Path home;

    final FxRobot robot = new FxRobot();
    final FakeTraining trainings = new FakeTraining();
    Studio studio;
    Stage stage;

    @BeforeEach
    void opensTheStudio() throws Exception {
        FakeRuns.write(home.resolve("runs"));
        FxToolkit.registerPrimaryStage();
        Platform.setImplicitExit(false);
        inWindow(() -> {
            studio = new Studio(home.resolve("settings"), Tasks.forWindow(), trainings);
            studio.preferences()
                    .change(now -> now.withTheme(ThemeChoice.LIGHT)
                            .withLanguage(Locale.ENGLISH)
                            .withProjects(home));
            studio.runs().refresh();
            stage = new Stage();
            StudioWindow.open(studio, stage);
            stage.setX(0);
            stage.setY(0);
            stage.setWidth(960);
            stage.setHeight(640);
        });
        until(() -> studio.runs().runs().size() == 3);
    }

    @AfterEach
    void closesTheStudio() throws Exception {
        inWindow(() -> {
            stage.close();
            studio.close();
        });
    }

    final void go(Place place) {
        inWindow(() -> {
            studio.shell().go(place);
            stage.getScene().getRoot().applyCss();
            stage.getScene().getRoot().layout();
        });
    }

    final void openSample() {
        inWindow(studio::openSample);
        until(() -> find("#image-count") != null);
    }

    /** The first node that matches, wherever it is; null where there is none. */
    final Node find(String selector) {
        Node[] found = new Node[1];
        inWindow(() -> found[0] = stage.getScene().getRoot().lookup(selector));
        return found[0];
    }

    final String text(String selector) {
        return ((Labeled) find(selector)).getText();
    }

    final boolean shows(String text) {
        boolean[] shown = new boolean[1];
        inWindow(() -> shown[0] = all().filter(node -> node instanceof Labeled && visible(node))
                .anyMatch(node -> ((Labeled) node).getText() != null
                        && ((Labeled) node).getText().contains(text)));
        return shown[0];
    }

    final Stream<Node> all() {
        List<Node> nodes = new ArrayList<>();
        collect(stage.getScene().getRoot(), nodes);
        return nodes.stream();
    }

    static boolean visible(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }

    final void inWindow(Runnable work) {
        if (Platform.isFxApplicationThread()) {
            work.run();
        } else {
            WaitForAsyncUtils.waitForAsyncFx(PATIENCE_SECONDS * 1000L, work);
        }
    }

    final void until(BooleanSupplier condition) {
        try {
            WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> {
                boolean[] holds = new boolean[1];
                inWindow(() -> holds[0] = condition.getAsBoolean());
                return holds[0];
            });
        } catch (TimeoutException late) {
            assertTrue(condition.getAsBoolean(), "did not come about in time");
        }
    }

    private static void collect(Node node, List<Node> into) {
        into.add(node);
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, into));
        }
    }
}
