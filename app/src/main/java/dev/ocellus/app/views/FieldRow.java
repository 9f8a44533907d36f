package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Message;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.FieldModel;
import java.util.Locale;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** One option of the form: name, control, default, the way back to it, and what is wrong below the control. */
final class FieldRow extends VBox {

    private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
    private static final PseudoClass UNUSED = PseudoClass.getPseudoClass("unused");

    private final FieldModel<?> field;
    private final FieldControl control;
    private final String searched;

    FieldRow(FieldModel<?> field, Texts texts) {
        this.field = field;
        this.control = FieldControl.of(field, texts);
        String title = texts.get(field.option().textKey());
        String help = texts.get(field.option().textKey() + ".help");
        searched = (title + " " + help + " " + field.option().name()).toLowerCase(Locale.ROOT);
        getStyleClass().add("field-row");

        Region mark = new Region();
        mark.getStyleClass().add("changed-mark");
        Label name = new Label(title);
        name.setLabelFor(control.input());
        name.setTooltip(new Tooltip(help + "\n" + field.option().name()));
        name.getStyleClass().add("field-name");
        HBox names = Parts.row("field-names", mark, name);

        HBox input = new HBox(control.node());
        input.setAlignment(Pos.CENTER_LEFT);
        input.getStyleClass().add("field-input");
        HBox.setHgrow(control.node(), Priority.ALWAYS);
        HBox.setHgrow(input, Priority.ALWAYS);

        Button reset = new Button(null, new FontIcon(Feather.ROTATE_CCW));
        reset.getStyleClass().add("field-reset");
        reset.setMinWidth(Region.USE_PREF_SIZE);
        reset.setOnAction(event -> field.reset());
        reset.visibleProperty().bind(field.changedProperty());
        field.standardProperty().subscribe(value -> {
            reset.setText(shown(value, texts));
            String action = value.isEmpty()
                    ? texts.get("configure.clear", title)
                    : texts.get("configure.standard", title, shown(value, texts));
            reset.setTooltip(new Tooltip(action));
            reset.setAccessibleText(action);
        });

        Label error = message("field-error");
        field.errorProperty().subscribe(found -> show(error, found, texts));
        error.setId("error-" + field.option().name());
        Label remark = message("field-remark");
        field.remarkProperty().subscribe(found -> show(remark, found, texts));
        field.changedProperty().subscribe(changed -> pseudoClassStateChanged(CHANGED, changed));
        field.usedProperty().subscribe(used -> pseudoClassStateChanged(UNUSED, !used));
        getChildren().addAll(Parts.row("field-line", names, input, reset), error, remark);
    }

    FieldModel<?> field() {
        return field;
    }

    /** Whether name, help or key hold the letters. */
    boolean matches(String letters) {
        return searched.contains(letters);
    }

    void focus() {
        control.input().requestFocus();
    }

    private static String shown(String value, Texts texts) {
        return switch (value) {
            case "true" -> texts.get("configure.on");
            case "false" -> texts.get("configure.off");
            default -> value;
        };
    }

    private static Label message(String style) {
        Label label = Parts.paragraph("", "field-message", style);
        label.setManaged(false);
        label.setVisible(false);
        return label;
    }

    private static void show(Label label, Optional<Message> message, Texts texts) {
        label.setText(message.map(texts::get).orElse(""));
        label.setManaged(message.isPresent());
        label.setVisible(message.isPresent());
    }
}
