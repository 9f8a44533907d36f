package dev.ocellus.app.views;

import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Segments;
import dev.ocellus.app.services.Preferences;
import dev.ocellus.app.services.Preferences.ThemeChoice;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.SettingsViewModel;
import dev.ocellus.resources.UiResources;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.Property;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import org.kordamp.ikonli.feather.Feather;

/** Palette, language, font size and folder; nothing has to be saved. */
public final class SettingsView extends Page {

    private final SettingsViewModel model;
    private final Texts texts;

    public SettingsView(SettingsViewModel model, Texts texts) {
        super(texts.get("place.settings"));
        this.model = model;
        this.texts = texts;
        setSubtitle(texts.get("settings.subtitle"));
        VBox appearance = Parts.card(
                texts.get("settings.appearance"),
                setting(
                        "theme",
                        choices("theme", List.of(ThemeChoice.values()), model.themeProperty(), this::themeName)),
                setting("font", fontSize()),
                setting(
                        "language",
                        choices("language", UiResources.LANGUAGES, model.languageProperty(), SettingsView::ownName)));
        VBox files = Parts.card(texts.get("settings.files"), setting("projects", projects()));
        VBox stack = new VBox(appearance, files);
        stack.getStyleClass().addAll("stack", "narrow");
        setContent(Parts.scroll(stack));
    }

    private HBox setting(String key, Node control) {
        Label name = new Label(texts.get("settings." + key));
        name.getStyleClass().add("strong");
        name.setLabelFor(control);
        Label help = Parts.paragraph(texts.get("settings." + key + ".help"), "soft");
        VBox words = new VBox(name, help);
        words.setPrefWidth(320);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        return Parts.row("setting", words, control);
    }

    private <T> Segments choices(String id, List<T> values, Property<T> property, Function<T, String> name) {
        Segments segments = new Segments();
        for (T value : values) {
            String valueId = id + "-" + value.toString().toLowerCase(Locale.ROOT);
            segments.add(valueId, name.apply(value), () -> property.setValue(value))
                    .setSelected(value.equals(property.getValue()));
        }
        return segments;
    }

    private String themeName(ThemeChoice choice) {
        return texts.get("settings.theme." + choice.name().toLowerCase(Locale.ROOT));
    }

    private static String ownName(Locale language) {
        String name = language.getDisplayName(language);
        return name.substring(0, 1).toUpperCase(language) + name.substring(1);
    }

    private Node fontSize() {
        Slider slider = new Slider(
                Preferences.SMALLEST_FONT,
                Preferences.LARGEST_FONT,
                model.fontSizeProperty().get());
        slider.setId("font-size");
        slider.setMajorTickUnit(1);
        slider.setMinorTickCount(0);
        slider.setSnapToTicks(true);
        slider.setBlockIncrement(1);
        slider.setPrefWidth(200);
        slider.setAccessibleText(texts.get("settings.font"));
        Label size = new Label();
        size.getStyleClass().add("strong");
        size.setMinWidth(Region.USE_PREF_SIZE);
        slider.valueProperty().subscribe(value -> {
            size.setText(texts.get("settings.font.size", value.intValue()));
            if (!slider.isValueChanging()) {
                model.fontSizeProperty().set(value.intValue());
            }
        });
        slider.valueChangingProperty().subscribe(changing -> {
            if (!changing) {
                model.fontSizeProperty().set((int) slider.getValue());
            }
        });
        return Parts.row("tool-row", slider, size);
    }

    private Node projects() {
        Label folder = new Label();
        folder.textProperty().bind(model.projectsProperty().asString());
        folder.getStyleClass().add("mono");
        folder.setMaxWidth(320);
        Button choose = Parts.button(texts.get("settings.projects.choose"), Feather.FOLDER, this::chooseFolder);
        return Parts.row("tool-row", folder, choose);
    }

    private void chooseFolder() {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(texts.get("settings.projects"));
        if (Files.isDirectory(model.projectsProperty().get())) {
            chooser.setInitialDirectory(model.projectsProperty().get().toFile());
        }
        File chosen = chooser.showDialog(getScene().getWindow());
        if (chosen != null) {
            model.projectsProperty().set(chosen.toPath());
        }
    }
}
