package dev.ocellus.app.charts;

import dev.ocellus.app.text.Texts;
import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.InputEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A chart with its title, legend, tools, read-out at the cross-hair and a sentence for screen readers. */
public final class ChartPanel extends VBox {

    private final Texts texts;
    private final DoubleFunction<String> numbers;
    private final CurveChart chart;
    private final FlowPane legend = new FlowPane();
    private final ChartReadout readout;
    private final Label empty = new Label();
    private final String title;

    /** @param xName what the x axis counts, such as "Step" */
    public ChartPanel(String title, String xName, Texts texts) {
        this.texts = texts;
        this.title = title;
        this.numbers = texts.formats()::compact;
        this.chart = new CurveChart(numbers, texts.language());
        this.readout = new ChartReadout(xName, numbers);
        getStyleClass().addAll("card", "chart-panel");

        Label heading = new Label(title);
        heading.getStyleClass().add("card-title");
        heading.setMinWidth(Region.USE_PREF_SIZE);
        legend.getStyleClass().add("chart-legend");
        Region spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        HBox head = new HBox(heading, spring, tools());
        head.getStyleClass().add("chart-head");
        head.setAlignment(Pos.CENTER_LEFT);

        empty.getStyleClass().add("chart-empty");
        empty.setText(texts.get("chart.empty"));
        StackPane area = new StackPane(chart, empty, readout);
        StackPane.setAlignment(readout, Pos.TOP_LEFT);
        VBox.setVgrow(area, Priority.ALWAYS);
        getChildren().addAll(head, legend, area);
        chart.addEventHandler(InputEvent.ANY, event -> placeReadout());
    }

    public CurveChart chart() {
        return chart;
    }

    /** Shows a curve and its switch in the legend. */
    public void add(Curve curve) {
        chart.curves().add(curve);
        ToggleButton entry = new ToggleButton(curve.name(), new Swatch(curve.colour()));
        entry.getStyleClass().add("legend-entry");
        entry.setSelected(true);
        entry.setMinWidth(Region.USE_PREF_SIZE);
        entry.setTooltip(new Tooltip(texts.get("chart.toggle", curve.name())));
        entry.selectedProperty().subscribe(shown -> chart.setShown(curve, shown));
        legend.getChildren().add(entry);
    }

    public void clear() {
        chart.curves().clear();
        legend.getChildren().clear();
        refresh();
    }

    /** Draws points that were added since the last call. */
    public void refresh() {
        boolean none = chart.curves().stream().allMatch(curve -> curve.size() == 0);
        empty.setVisible(none);
        chart.repaint();
        placeReadout();
        chart.setAccessibleText(sentence());
    }

    private HBox tools() {
        Slider smoothing = new Slider(0, 0.98, 0);
        smoothing.getStyleClass().add("chart-smoothing");
        smoothing.setBlockIncrement(0.1);
        chart.smoothingProperty().bind(smoothing.valueProperty());
        describe(smoothing, "chart.smoothing");
        Label name = new Label(texts.get("chart.smoothing.short"));
        name.getStyleClass().add("tool-label");
        name.setMinWidth(Region.USE_PREF_SIZE);
        name.setLabelFor(smoothing);

        ToggleButton log = new ToggleButton(texts.get("chart.log"));
        log.getStyleClass().add("tool");
        log.selectedProperty().bindBidirectional(chart.logarithmicProperty());
        describe(log, "chart.log.hint");

        Button all = new Button(null, new FontIcon(Feather.MAXIMIZE));
        all.getStyleClass().add("tool");
        all.setOnAction(event -> chart.resetZoom());
        all.disableProperty().bind(chart.zoomedProperty().not());
        describe(all, "chart.all");

        HBox tools = new HBox(name, smoothing, log, all);
        tools.getStyleClass().add("chart-tools");
        tools.setAlignment(Pos.CENTER_RIGHT);
        tools.setMinWidth(Region.USE_PREF_SIZE);
        return tools;
    }

    private void describe(Control control, String key) {
        control.setTooltip(new Tooltip(texts.get(key)));
        control.setAccessibleText(texts.get(key));
    }

    private void placeReadout() {
        readout.show(chart);
    }

    private String sentence() {
        StringBuilder sentence = new StringBuilder(title);
        for (Curve curve : chart.visibleCurves()) {
            sentence.append(". ");
            sentence.append(texts.get("chart.sentence", curve.name(), numbers.apply(curve.last())));
        }
        return sentence.toString();
    }
}
