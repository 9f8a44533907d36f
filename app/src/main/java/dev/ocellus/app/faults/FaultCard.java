package dev.ocellus.app.faults;

import dev.ocellus.app.text.Texts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Shows a fault: what is wrong, how to cure it, its code, and the details to copy. */
public final class FaultCard extends VBox {

    private final Button close;

    public FaultCard(Fault fault, Texts texts, Runnable onClose) {
        getStyleClass().addAll("sheet", "fault-card");
        Label title = new Label(texts.get("fault.title"), new FontIcon(Feather.ALERT_OCTAGON));
        title.getStyleClass().addAll("dialog-title", "bad");
        Label message = paragraph(texts.translate(fault.message()));
        message.setId("fault-message");
        getChildren().addAll(title, message);
        String advice = fault.defect() ? texts.get("fault.defect") : texts.translate(fault.cure());
        if (!advice.isEmpty()) {
            Label cure = paragraph(advice);
            cure.setId("fault-cure");
            cure.getStyleClass().add("fault-cure");
            getChildren().add(cure);
        }
        TextArea details = new TextArea(fault.details());
        details.setEditable(false);
        details.getStyleClass().add("mono");
        details.setPrefRowCount(8);
        TitledPane more = new TitledPane(texts.get("fault.details"), details);
        more.setExpanded(false);
        more.setAnimated(false);

        Label code = new Label(texts.get("fault.code", fault.code()));
        code.getStyleClass().add("soft");
        HBox.setHgrow(code, Priority.ALWAYS);
        code.setMaxWidth(Double.MAX_VALUE);
        Button copy = new Button(texts.get("fault.copy"), new FontIcon(Feather.COPY));
        copy.setOnAction(event -> copy(fault.report()));
        close = new Button(texts.get("dialog.close"));
        close.setDefaultButton(true);
        close.setOnAction(event -> onClose.run());
        HBox buttons = new HBox(code, copy, close);
        buttons.getStyleClass().add("dialog-buttons");
        buttons.setAlignment(Pos.CENTER_RIGHT);
        getChildren().addAll(more, buttons);
    }

    public Node closeButton() {
        return close;
    }

    private static Label paragraph(String text) {
        Label paragraph = new Label(text);
        paragraph.setWrapText(true);
        paragraph.setMinHeight(Region.USE_PREF_SIZE);
        return paragraph;
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
