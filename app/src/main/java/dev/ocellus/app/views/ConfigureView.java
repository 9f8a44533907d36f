package dev.ocellus.app.views;

import dev.ocellus.app.charts.CurveChart;
import dev.ocellus.app.controls.Page;
import dev.ocellus.app.controls.Parts;
import dev.ocellus.app.text.Message;
import dev.ocellus.app.text.Texts;
import dev.ocellus.app.viewmodels.ConfigureViewModel;
import dev.ocellus.app.viewmodels.RatePlan;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The form of a training, and beside it what follows from it: learning rate, command, what is missing, start. */
public final class ConfigureView extends Page {

    private final ConfigureViewModel model;
    private final Texts texts;
    private final OptionForm form;
    private final VBox missing = new VBox();
    private final CurveChart chart;
    private final Label steps;

    public ConfigureView(ConfigureViewModel model, Texts texts) {
        super(texts.get("configure.title"));
        this.model = model;
        this.texts = texts;
        setSubtitle(texts.get("configure.subtitle"));
        form = new OptionForm(model, texts);
        form.setPrefWidth(100);
        HBox.setHgrow(form, Priority.ALWAYS);
        chart = new CurveChart(texts.formats()::compact, texts.language());
        chart.getStyleClass().add("rate-chart");
        steps = Parts.paragraph("", "soft");
        VBox side = new VBox(start(), Parts.card(texts.get("configure.rate"), chart, steps), command());
        side.getStyleClass().addAll("stack", "configure-side");
        HBox content = new HBox(form, Parts.scroll(side));
        content.getStyleClass().add("columns");
        setContent(content);
        model.ratePlanProperty().subscribe(this::draw);
        model.missing().addListener((ListChangeListener<Message>) change -> explain());
        explain();
    }

    private Node start() {
        Button start = Parts.button(texts.get("configure.start"), Feather.PLAY, () -> {
            if (!model.start()) {
                explain();
                form.focusFirstInvalid();
            }
        });
        start.setId("start-training");
        start.setDefaultButton(true);
        start.setMaxWidth(Double.MAX_VALUE);
        missing.setId("missing");
        missing.getStyleClass().add("missing");
        VBox card = new VBox(start, missing);
        card.getStyleClass().add("card");
        return card;
    }

    private void explain() {
        boolean ready = model.missing().isEmpty();
        Label title = new Label(
                texts.get(ready ? "configure.ready" : "configure.missing"),
                new FontIcon(ready ? Feather.CHECK_CIRCLE : Feather.ALERT_CIRCLE));
        title.getStyleClass().add(ready ? "good" : "warn");
        missing.getChildren().setAll(title);
        for (Message message : model.missing()) {
            missing.getChildren().add(Parts.paragraph(texts.get(message), "missing-line"));
        }
    }

    private void draw(RatePlan plan) {
        chart.curves().setAll(plan.rate());
        steps.setText(
                plan.stepsPerEpoch() == 0
                        ? texts.get("configure.rate.shape", plan.epochs())
                        : texts.get(
                                "configure.rate.steps",
                                plan.epochs(),
                                plan.stepsPerEpoch(),
                                (long) plan.epochs() * plan.stepsPerEpoch()));
        chart.setAccessibleText(texts.get(
                "configure.rate.sentence",
                texts.formats().compact(plan.rate().y(0)),
                texts.formats().compact(plan.highest()),
                texts.formats().compact(plan.rate().last())));
    }

    private Node command() {
        Label line = Parts.paragraph("", "mono", "command-line");
        line.setId("command-line");
        line.textProperty().bind(model.commandLineProperty());
        Button copy = Parts.button(texts.get("configure.copy"), Feather.COPY, () -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(model.commandLineProperty().get());
            Clipboard.getSystemClipboard().setContent(content);
        });
        return Parts.card(texts.get("configure.command"), line, copy);
    }
}
