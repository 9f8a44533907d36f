package dev.ocellus.app;

import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.services.Tasks;
import dev.ocellus.app.shell.Studio;
import dev.ocellus.app.shell.StudioWindow;
import dev.ocellus.app.viewmodels.DatasetViewModel.Phase;
import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.run.DataOptions;
import dev.ocellus.engine.run.OptimizationOptions;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.transform.Transform;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/**
 * Draws the views and dialogs in both palettes, both languages and two scales into a folder, for people to look at:
 * {@code Snapshots FOLDER [name…]}.
 */
public final class Snapshots {

    private final Path folder;
    private Path home;
    private FakeTraining trainings;
    private Studio studio;
    private Stage stage;

    private Snapshots(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) {
        try {
            Snapshots snapshots = new Snapshots(Files.createDirectories(Path.of(arguments[0])));
            snapshots.drawAll(List.of(arguments).subList(1, arguments.length));
            System.exit(0);
        } catch (Exception fault) {
            fault.printStackTrace();
            System.exit(1);
        }
    }

    private void drawAll(List<String> wanted) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Platform.startup(started::countDown);
        started.await();
        Platform.setImplicitExit(false);
        for (Map.Entry<String, Consumer<Snapshots>> picture : pictures().entrySet()) {
            if (wanted.isEmpty() || wanted.contains(picture.getKey())) {
                draw(picture.getKey(), picture.getValue(), ThemeChoice.LIGHT, "en", 1, 1280, 820);
                draw(picture.getKey(), picture.getValue(), ThemeChoice.DARK, "pt-BR", 1, 1280, 820);
                draw(picture.getKey(), picture.getValue(), ThemeChoice.LIGHT, "pt-BR", 1, 960, 640);
                draw(picture.getKey(), picture.getValue(), ThemeChoice.DARK, "en", 2, 960, 640);
            }
        }
    }

    private static Map<String, Consumer<Snapshots>> pictures() {
        Map<String, Consumer<Snapshots>> pictures = new LinkedHashMap<>();
        pictures.put("home", at -> at.studio.shell().go(Place.HOME));
        pictures.put("dataset", at -> at.studio.shell().go(Place.DATASET));
        pictures.put("problems", at -> {
            at.studio.openDataset(BrokenDataset.write(at.home.resolve("broken")));
            at.later(() -> ((ToggleButton) at.find("#dataset-problems")).fire());
        });
        pictures.put("failed", at -> at.studio.openDataset(at.home.resolve("nowhere")));
        pictures.put("configure", at -> at.studio.shell().go(Place.CONFIGURE));
        pictures.put("invalid", at -> {
            at.studio.shell().go(Place.CONFIGURE);
            at.studio.configure().field(DataOptions.BATCH).textProperty().set("many");
            at.studio.configure().field(OptimizationOptions.LR0).textProperty().set("0,1");
        });
        pictures.put("training", at -> {
            at.train();
            at.studio.shell().go(Place.TRAINING);
        });
        pictures.put("idle", at -> at.studio.shell().go(Place.TRAINING));
        pictures.put("earlier", at -> at.studio.openRun(at.studio.runs().runs().getLast()));
        pictures.put("runs", at -> at.studio.shell().go(Place.RUNS));
        pictures.put("settings", at -> at.studio.shell().go(Place.SETTINGS));
        pictures.put("palette", at -> at.press(KeyCode.K));
        pictures.put(
                "keys",
                at -> at.scene()
                        .getAccelerators()
                        .get(new KeyCodeCombination(KeyCode.F1))
                        .run());
        pictures.put(
                "fault",
                at -> at.studio
                        .faults()
                        .report(new StudioException(
                                StudioException.Kind.RUNTIME,
                                "The loss is NaN in epoch 3, batch 14: the training has diverged.",
                                "Lower lr0 (now 0.5) and start again from weights/last.safetensors.")));
        return pictures;
    }

    private void train() {
        RunConfig config = RunConfig.builder(Scope.TRAIN)
                .set(OptimizationOptions.EPOCHS, 30, Source.FORM)
                .preview();
        studio.training().watch(trainings.start(config), config);
        trainings.session().train(40 * 17 + 21);
    }

    private void draw(
            String name,
            Consumer<Snapshots> picture,
            ThemeChoice theme,
            String language,
            int scale,
            int width,
            int height)
            throws Exception {
        trainings = new FakeTraining();
        home = Files.createTempDirectory("ocellus");
        FakeRuns.write(home.resolve("runs"));
        onWindowThread(() -> {
            studio = new Studio(home, Tasks.forWindow(), trainings);
            studio.preferences()
                    .change(now -> now.withTheme(theme)
                            .withLanguage(Locale.forLanguageTag(language))
                            .withProjects(home));
            stage = new Stage();
            stage.setRenderScaleX(scale);
            stage.setRenderScaleY(scale);
            StudioWindow.open(studio, stage);
            stage.setWidth(width);
            stage.setHeight(height);
            studio.openSample();
        });
        await(() -> studio.dataset().phaseProperty().get() == Phase.READY);
        onWindowThread(studio.runs()::refresh);
        await(() -> studio.runs().runs().size() == 3);
        onWindowThread(() -> picture.accept(this));
        await(() -> studio.dataset().phaseProperty().get() != Phase.READING);
        Thread.sleep(700);
        onWindowThread(() -> {
            SnapshotParameters parameters = new SnapshotParameters();
            parameters.setTransform(Transform.scale(scale, scale));
            WritableImage image = scene().getRoot().snapshot(parameters, null);
            write(image, "%s-%s-%s-%dx%d@%d".formatted(name, lower(theme), language, width, height, scale));
            stage.close();
            studio.close();
        });
    }

    private Scene scene() {
        return stage.getScene();
    }

    private Node find(String selector) {
        return scene().getRoot().lookup(selector);
    }

    private void press(KeyCode code) {
        scene().getAccelerators()
                .get(new KeyCodeCombination(code, KeyCombination.SHORTCUT_DOWN))
                .run();
    }

    private void later(Runnable work) {
        studio.dataset().phaseProperty().subscribe(now -> {
            if (now == Phase.READY) {
                Platform.runLater(work);
            }
        });
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 200 && !condition.getAsBoolean(); i++) {
            Thread.sleep(25);
        }
    }

    private static String lower(Enum<?> constant) {
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
            throw new UncheckedIOException(fault);
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
