package dev.ocellus.app;

import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.shell.Studio;
import dev.ocellus.app.shell.StudioWindow;
import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.WritableImage;
import javafx.scene.transform.Transform;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/**
 * Draws every view in both palettes, both languages and two scales into a folder, for people to look at:
 * {@code Snapshots FOLDER [place…]}.
 */
public final class Snapshots {

    private final Path folder;

    private Snapshots(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        CountDownLatch started = new CountDownLatch(1);
        Platform.startup(started::countDown);
        started.await();
        Platform.setImplicitExit(false);
        Snapshots snapshots = new Snapshots(folder);
        for (Place place : Place.values()) {
            snapshots.take(place, ThemeChoice.LIGHT, "en", 1, 1280, 820);
            snapshots.take(place, ThemeChoice.DARK, "en", 1, 1280, 820);
            snapshots.take(place, ThemeChoice.LIGHT, "pt-BR", 1, 960, 640);
            snapshots.take(place, ThemeChoice.DARK, "pt-BR", 2, 960, 640);
        }
        Platform.exit();
    }

    private void take(Place place, ThemeChoice theme, String language, int scale, int width, int height)
            throws Exception {
        FakeTraining trainings = new FakeTraining();
        Path settings = Files.createTempDirectory("ocellus-snapshots");
        Studio[] studio = new Studio[1];
        Stage[] stage = new Stage[1];
        onWindowThread(() -> {
            studio[0] = new Studio(settings, Tasks.forWindow(), trainings);
            studio[0].preferences()
                    .change(now -> now.withTheme(theme).withLanguage(Locale.forLanguageTag(language)));
            stage[0] = new Stage();
            stage[0].setRenderScaleX(scale);
            stage[0].setRenderScaleY(scale);
            StudioWindow.open(studio[0], stage[0]);
            stage[0].setWidth(width);
            stage[0].setHeight(height);
            if (place == Place.TRAINING) {
                studio[0].training()
                        .watch(trainings.start(RunConfig.builder(Scope.TRAIN)
                                .set(OptimizationOptions.EPOCHS, 30, Source.FORM)
                                .preview()));
                trainings.session().train(40 * 17 + 21);
                trainings.session().warn("2 images have no label file; they train as background");
            }
            studio[0].shell().go(place);
        });
        Thread.sleep(500);
        onWindowThread(() -> {
            SnapshotParameters parameters = new SnapshotParameters();
            parameters.setTransform(Transform.scale(scale, scale));
            WritableImage image = stage[0].getScene().getRoot().snapshot(parameters, null);
            write(image, "%s-%s-%s-%dx".formatted(name(place), name(theme), language, scale));
            stage[0].close();
            studio[0].close();
        });
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void write(WritableImage image, String name) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        BufferedImage pixels = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                pixels.setRGB(x, y, image.getPixelReader().getArgb(x, y));
            }
        }
        try {
            ImageIO.write(pixels, "png", folder.resolve(name + ".png").toFile());
        } catch (IOException fault) {
            throw new java.io.UncheckedIOException(fault);
        }
    }

    private static void onWindowThread(Runnable work) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Throwable[] fault = new Throwable[1];
        Platform.runLater(() -> {
            try {
                work.run();
            } catch (Throwable thrown) {
                fault[0] = thrown;
            }
            done.countDown();
        });
        done.await(20, TimeUnit.SECONDS);
        if (fault[0] != null) {
            throw new IllegalStateException(fault[0]);
        }
    }
}
