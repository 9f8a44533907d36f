package dev.ocellus.app.shell;

import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.Preferences.WindowPlace;
import dev.ocellus.resources.UiResources;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.stage.Screen;
import javafx.stage.Stage;

/** Shows a studio in a window, where it stood the last time if that place still exists. */
public final class StudioWindow {

    private static final double LEAST_WIDTH = 960;
    private static final double LEAST_HEIGHT = 640;
    private static final double USUAL_WIDTH = 1280;
    private static final double USUAL_HEIGHT = 820;

    private StudioWindow() {}

    public static void open(Studio studio, Stage stage) {
        Shell content = new Shell(studio, stage);
        Scene scene = new Scene(content, USUAL_WIDTH, USUAL_HEIGHT);
        new Theme(studio.preferences().currentProperty(), scene);
        content.install(scene);
        stage.setScene(scene);
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        for (int size : new int[] {16, 32, 64, 128, 256}) {
            stage.getIcons().add(new Image(UiResources.applicationIcon(size)));
        }
        place(stage, studio.preferences().get().window());
        stage.setOnCloseRequest(event -> {
            studio.preferences().change(now -> remember(now, stage));
            if (studio.training().active()) {
                event.consume();
                content.askToStop(() -> {
                    studio.training().stop();
                    stage.close();
                });
            }
        });
        stage.show();
    }

    private static void place(Stage stage, WindowPlace place) {
        if (place.equals(WindowPlace.UNKNOWN)) {
            return;
        }
        stage.setWidth(place.width());
        stage.setHeight(place.height());
        boolean visible = Screen.getScreensForRectangle(place.x(), place.y(), place.width(), place.height()).stream()
                .map(Screen::getVisualBounds)
                .anyMatch(bounds -> bounds.intersects(titleBar(place)));
        if (visible) {
            stage.setX(place.x());
            stage.setY(place.y());
        }
        stage.setMaximized(place.maximized());
    }

    private static Rectangle2D titleBar(WindowPlace place) {
        return new Rectangle2D(place.x(), place.y(), place.width(), 40);
    }

    private static Preferences remember(Preferences now, Stage stage) {
        return now.withWindow(
                new WindowPlace(stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight(), stage.isMaximized()));
    }
}
