package dev.ocellus.app.shell;

import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.Place;
import dev.ocellus.app.viewmodels.ShellViewModel;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The entries at the left edge, one for each place. */
final class NavigationRail extends VBox {

    private static final Map<Place, Ikon> ICONS = new EnumMap<>(Map.of(
            Place.HOME, Feather.HOME,
            Place.DATASET, Feather.IMAGE,
            Place.CONFIGURE, Feather.SLIDERS,
            Place.TRAINING, Feather.ACTIVITY,
            Place.RUNS, Feather.LIST,
            Place.SETTINGS, Feather.SETTINGS));

    NavigationRail(ShellViewModel model, Texts texts, Runnable showShortcuts) {
        getStyleClass().add("rail");
        Region mark = new Region();
        mark.getStyleClass().add("brand-mark");
        mark.setAccessibleText("Ocellus");
        getChildren().add(mark);

        ToggleGroup group = new ToggleGroup();
        for (Place place : Place.values()) {
            if (place == Place.SETTINGS) {
                Region spring = new Region();
                VBox.setVgrow(spring, Priority.ALWAYS);
                getChildren().addAll(spring, shortcuts(texts, showShortcuts));
            }
            getChildren().add(entry(place, model, texts, group));
        }
    }

    static Ikon icon(Place place) {
        return ICONS.getOrDefault(place, Feather.CIRCLE);
    }

    private static ToggleButton entry(Place place, ShellViewModel model, Texts texts, ToggleGroup group) {
        String name = texts.get("place." + place.name().toLowerCase(Locale.ROOT));
        ToggleButton entry = new ToggleButton(name, new FontIcon(icon(place)));
        entry.setId("rail-" + place.name().toLowerCase(Locale.ROOT));
        style(entry);
        entry.setToggleGroup(group);
        entry.setOnAction(event -> {
            model.go(place);
            entry.setSelected(true);
        });
        model.placeProperty().subscribe(current -> entry.setSelected(current == place));
        return entry;
    }

    private static Button shortcuts(Texts texts, Runnable action) {
        Button keys = new Button(texts.get("rail.keys"), new FontIcon(Feather.COMMAND));
        style(keys);
        keys.setTooltip(new Tooltip(texts.get("command.keys")));
        keys.setOnAction(event -> action.run());
        return keys;
    }

    private static void style(ButtonBase entry) {
        entry.getStyleClass().add("rail-entry");
        entry.setContentDisplay(ContentDisplay.TOP);
        entry.setMaxWidth(Double.MAX_VALUE);
        entry.setMinHeight(Region.USE_PREF_SIZE);
        entry.setMinWidth(Region.USE_PREF_SIZE);
    }
}
