package dev.ocellus.app.controls;

import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.RowConstraints;

/** Nodes side by side, all as wide as each other whatever is in them. */
public final class Columns extends GridPane {

    public Columns(Node... nodes) {
        getStyleClass().add("columns");
        RowConstraints row = new RowConstraints();
        row.setVgrow(Priority.ALWAYS);
        getRowConstraints().add(row);
        for (int i = 0; i < nodes.length; i++) {
            ColumnConstraints column = new ColumnConstraints();
            column.setPercentWidth(100.0 / nodes.length);
            column.setMinWidth(0);
            getColumnConstraints().add(column);
            add(nodes[i], i, 0);
        }
    }
}
