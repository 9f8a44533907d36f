package dev.ocellus.app.views;

import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.controls.Segments;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ConfigureViewModel;
import dev.ocellus.app.viewmodels.FieldModel;
import dev.ocellus.engine.run.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/** All options in their groups; the basic ones, all, or those that match a search. */
final class OptionForm extends VBox {

    private final List<FieldRow> rows = new ArrayList<>();
    private final List<VBox> cards = new ArrayList<>();
    private final TextField query = new TextField();
    private final ToggleButton basic;
    private final ToggleButton all;
    private final Label none;

    OptionForm(ConfigureViewModel model, Texts texts) {
        getStyleClass().add("stack");
        Segments modes = new Segments();
        basic = modes.add("configure-basic", texts.get("configure.basic"), this::filter);
        all = modes.add("configure-all", texts.get("configure.all"), this::filter);
        basic.setSelected(true);
        query.setId("configure-filter");
        query.setPromptText(texts.get("configure.filter"));
        query.setAccessibleText(texts.get("configure.filter"));
        Button reset = Parts.iconButton(texts.get("configure.reset"), Feather.ROTATE_CCW, model::resetAll);
        HBox.setHgrow(query, Priority.ALWAYS);
        HBox tools = Parts.row("tool-row", modes, query, reset);

        VBox groups = new VBox();
        groups.getStyleClass().add("stack");
        Map<Group, List<FieldModel<?>>> fields = model.fieldsByGroup();
        for (Group each : Group.values()) {
            if (fields.containsKey(each)) {
                groups.getChildren().add(card(each, fields.get(each), texts));
            }
        }
        none = new Label(texts.get("configure.none"));
        none.getStyleClass().add("soft");
        groups.getChildren().add(none);
        ScrollPane scroll = Parts.scroll(groups);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(tools, scroll);
        query.textProperty().subscribe(ignored -> filter());
    }

    /** Gives the keyboard to the first field that is not valid, and shows it if it was hidden. */
    void focusFirstInvalid() {
        rows.stream()
                .filter(row -> row.field().errorProperty().get().isPresent())
                .findFirst()
                .ifPresent(row -> {
                    query.clear();
                    all.setSelected(true);
                    filter();
                    row.focus();
                });
    }

    private VBox card(Group group, List<FieldModel<?>> fields, Texts texts) {
        VBox lines = new VBox();
        lines.getStyleClass().add("field-rows");
        for (FieldModel<?> field : fields) {
            FieldRow row = new FieldRow(field, texts);
            rows.add(row);
            lines.getChildren().add(row);
        }
        VBox card = Parts.card(texts.get(group.textKey()), lines);
        cards.add(card);
        return card;
    }

    private void filter() {
        String letters = query.getText().strip().toLowerCase(Locale.ROOT);
        for (FieldRow row : rows) {
            boolean wanted = letters.isEmpty()
                    ? !basic.isSelected()
                            || ConfigureViewModel.basic(row.field().option())
                    : row.matches(letters);
            showIf(row, wanted);
        }
        for (VBox card : cards) {
            VBox lines = (VBox) card.getChildren().getLast();
            showIf(card, lines.getChildren().stream().anyMatch(Node::isManaged));
        }
        showIf(none, cards.stream().noneMatch(Node::isManaged));
    }

    private static void showIf(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }
}
