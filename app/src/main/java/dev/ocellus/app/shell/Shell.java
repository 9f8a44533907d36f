package dev.ocellus.app.shell;

import dev.ocellus.app.commands.Command;
import dev.ocellus.app.commands.Commands;
import dev.ocellus.app.controls.Confirmation;
import dev.ocellus.app.controls.DialogHost;
import dev.ocellus.app.controls.DropZone;
import dev.ocellus.app.controls.Pulsing;
import dev.ocellus.app.faults.Fault;
import dev.ocellus.app.faults.FaultCard;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.Place;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/** Everything inside the window: rail, the view of the present place, and what lies above them. */
final class Shell extends StackPane implements DialogHost {

    private static final Duration PULSE = Duration.millis(120);
    private static final int QUIET_PULSES = 8;

    private final Studio studio;
    private final Stage stage;
    private final BorderPane frame = new BorderPane();
    private final Overlay overlay = new Overlay();
    private final Map<Place, Region> views = new EnumMap<>(Place.class);
    private Texts texts = new Texts(Locale.ENGLISH);
    private Commands commands = new Commands();
    private int pulses;

    Shell(Studio studio, Stage stage) {
        this.studio = studio;
        this.stage = stage;
        frame.getStyleClass().add("frame");
        getChildren().addAll(frame, overlay);
        studio.faults().setWindow(this::showFault);
        DropZone.accept(this, studio::openDataset);
    }

    /** Begins to live in a scene: language, keys, pulse. */
    void install(Scene scene) {
        studio.preferences()
                .currentProperty()
                .map(preferences -> preferences.locale())
                .subscribe(language -> {
                    texts = new Texts(language);
                    rebuild(scene);
                });
        studio.shell().placeProperty().subscribe(this::show);
        scene.addEventHandler(KeyEvent.KEY_TYPED, event -> {
            if (event.getCharacter().equals("?") && !(scene.getFocusOwner() instanceof TextInputControl)) {
                showKeys();
            }
        });
        Timeline pulse = new Timeline(new KeyFrame(PULSE, event -> pulse()));
        pulse.setCycleCount(Animation.INDEFINITE);
        pulse.play();
    }

    private void rebuild(Scene scene) {
        overlay.close();
        views.clear();
        commands = commands();
        scene.getAccelerators().clear();
        commands.bindKeys(scene);
        frame.setLeft(new NavigationRail(studio.shell(), texts, this::showKeys));
        show(studio.shell().placeProperty().get());
        stage.setTitle(texts.get("window.title"));
    }

    private void show(Place place) {
        Region view = views.computeIfAbsent(place, absent -> studio.view(absent, texts, this));
        frame.setCenter(view);
        pulse();
    }

    private void pulse() {
        if (frame.getCenter() instanceof Pulsing view) {
            view.pulse();
        } else if (pulses++ % QUIET_PULSES == 0) {
            studio.training().refresh();
        }
    }

    @Override
    public void showDialog(Region dialog, String name, Node focused) {
        overlay.show(dialog, Pos.CENTER, name, focused);
    }

    @Override
    public void closeDialog() {
        overlay.close();
    }

    /** Asks before a training that is going on is ended with the window. */
    void askToStop(Runnable stop) {
        Confirmation.ask(
                this,
                texts.get("close.title"),
                texts.get("close.text"),
                texts.get("close.stay"),
                texts.get("close.stop"),
                stop);
    }

    private void showFault(Fault fault) {
        FaultCard card = new FaultCard(fault, texts, overlay::close);
        showDialog(card, texts.get("fault.title"), card.closeButton());
    }

    private void showPalette() {
        CommandPalette palette = new CommandPalette(commands, texts, overlay::close);
        overlay.show(palette, Pos.TOP_CENTER, texts.get("command.palette"), palette.query());
    }

    private void showKeys() {
        ShortcutSheet sheet = new ShortcutSheet(commands, texts, overlay::close);
        showDialog(sheet, texts.get("command.keys"), sheet.closeButton());
    }

    private Commands commands() {
        Commands all = new Commands();
        KeyCode[] digits = {
            KeyCode.DIGIT1, KeyCode.DIGIT2, KeyCode.DIGIT3, KeyCode.DIGIT4, KeyCode.DIGIT5, KeyCode.DIGIT6
        };
        for (Place place : Place.values()) {
            all.add(new Command(
                    "command.go." + place.name().toLowerCase(Locale.ROOT),
                    NavigationRail.icon(place),
                    control(digits[place.ordinal()]),
                    () -> studio.shell().go(place)));
        }
        all.add(new Command(
                "command.open",
                Feather.FOLDER,
                control(KeyCode.O),
                () -> studio.chooser(texts).folder(stage)));
        all.add(new Command("command.sample", Feather.PLAY_CIRCLE, null, studio::openSample));
        all.add(new Command("command.start", Feather.PLAY, control(KeyCode.ENTER), studio::startTraining));
        all.add(new Command("command.theme", Feather.MOON, control(KeyCode.T), studio::nextTheme));
        all.add(new Command("command.larger", Feather.ZOOM_IN, control(KeyCode.EQUALS), () -> studio.changeFont(1)));
        all.add(new Command("command.smaller", Feather.ZOOM_OUT, control(KeyCode.MINUS), () -> studio.changeFont(-1)));
        all.add(new Command(
                "command.fullscreen",
                Feather.MAXIMIZE_2,
                new KeyCodeCombination(KeyCode.F11),
                () -> stage.setFullScreen(!stage.isFullScreen())));
        all.add(new Command("command.palette", Feather.SEARCH, control(KeyCode.K), this::showPalette));
        all.add(new Command("command.keys", Feather.COMMAND, new KeyCodeCombination(KeyCode.F1), this::showKeys));
        return all;
    }

    private static KeyCombination control(KeyCode code) {
        return new KeyCodeCombination(code, KeyCombination.SHORTCUT_DOWN);
    }
}
