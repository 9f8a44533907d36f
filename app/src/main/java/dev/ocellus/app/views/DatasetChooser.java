package dev.ocellus.app.views;

import dev.ocellus.app.text.Texts;
import java.io.File;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** Asks the person for a dataset. */
public final class DatasetChooser {

    private final Texts texts;
    private final Consumer<Path> chosen;

    public DatasetChooser(Texts texts, Consumer<Path> chosen) {
        this.texts = texts;
        this.chosen = chosen;
    }

    public void folder(Window owner) {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(texts.get("choose.folder"));
        take(chooser.showDialog(owner));
    }

    public void yaml(Window owner) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(texts.get("choose.yaml"));
        chooser.getExtensionFilters()
                .add(new FileChooser.ExtensionFilter(texts.get("choose.yaml.filter"), "*.yaml", "*.yml"));
        take(chooser.showOpenDialog(owner));
    }

    private void take(File file) {
        if (file != null) {
            chosen.accept(file.toPath());
        }
    }
}
