package dev.ocellus.app.views;

import atlantafx.base.controls.ToggleSwitch;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.FieldModel;
import dev.ocellus.engine.run.Choice;
import dev.ocellus.engine.run.FilePath;
import dev.ocellus.engine.run.Flag;
import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.OutputOptions;
import java.io.File;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import org.kordamp.ikonli.feather.Feather;

/**
 * The control that fits the type of an option.
 *
 * @param node what is placed in the form
 * @param input the part that has the keyboard
 */
record FieldControl(Node node, Control input) {

    private static final PseudoClass INVALID = PseudoClass.getPseudoClass("error");

    static FieldControl of(FieldModel<?> field, Texts texts) {
        FieldControl control = switch (field.option().type()) {
            case Choice choice -> choice(field, choice);
            case Flag flag -> flag(field, texts);
            case FilePath path -> path(field, texts);
            default -> text(field, texts);
        };
        Control input = control.input();
        input.setId("field-" + field.option().name());
        input.setAccessibleText(texts.get(field.option().textKey()));
        input.setAccessibleHelp(texts.get(field.option().textKey() + ".help"));
        field.errorProperty().subscribe(error -> input.pseudoClassStateChanged(INVALID, error.isPresent()));
        return control;
    }

    private static FieldControl choice(FieldModel<?> field, Choice choice) {
        ComboBox<String> box = new ComboBox<>();
        box.getItems().setAll(choice.names());
        box.setMaxWidth(Double.MAX_VALUE);
        box.valueProperty().bindBidirectional(field.textProperty());
        return new FieldControl(box, box);
    }

    private static FieldControl flag(FieldModel<?> field, Texts texts) {
        ToggleSwitch toggle = new ToggleSwitch();
        field.textProperty().subscribe(value -> {
            boolean on = Boolean.parseBoolean(value);
            toggle.setSelected(on);
            toggle.setText(texts.get(on ? "configure.on" : "configure.off"));
        });
        toggle.selectedProperty().subscribe((before, on) -> field.textProperty().set(Boolean.toString(on)));
        return new FieldControl(toggle, toggle);
    }

    private static FieldControl text(FieldModel<?> field, Texts texts) {
        TextField input = new TextField();
        input.textProperty().bindBidirectional(field.textProperty());
        input.promptTextProperty().bind(field.standardProperty());
        String unit = field.option().unit();
        if (unit.isEmpty()) {
            return new FieldControl(input, input);
        }
        Label name = new Label(texts.get("unit." + unit));
        name.getStyleClass().add("soft");
        name.setMinWidth(Region.USE_PREF_SIZE);
        HBox.setHgrow(input, Priority.ALWAYS);
        return new FieldControl(Parts.row("tool-row", input, name), input);
    }

    private static FieldControl path(FieldModel<?> field, Texts texts) {
        TextField input = new TextField();
        input.textProperty().bindBidirectional(field.textProperty());
        HBox.setHgrow(input, Priority.ALWAYS);
        Option<?> option = field.option();
        String name = texts.get("configure.browse", texts.get(option.textKey()));
        Button browse = Parts.iconButton(name, Feather.FOLDER, () -> browse(field, name, input));
        return new FieldControl(Parts.row("browse-row", input, browse), input);
    }

    private static void browse(FieldModel<?> field, String title, TextField input) {
        File chosen;
        if (field.option() == OutputOptions.PROJECT) {
            DirectoryChooser chooser = new DirectoryChooser();
            chooser.setTitle(title);
            chosen = chooser.showDialog(input.getScene().getWindow());
        } else {
            FileChooser chooser = new FileChooser();
            chooser.setTitle(title);
            chosen = chooser.showOpenDialog(input.getScene().getWindow());
        }
        if (chosen != null) {
            input.setText(chosen.toString());
        }
    }
}
