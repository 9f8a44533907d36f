package dev.ocellus.app;

import dev.ocellus.engine.data.sample.SampleDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sample dataset with faults put into it. */
public final class BrokenDataset {

    private BrokenDataset() {}

    /** Writes it into a folder and gives its description. */
    public static Path write(Path folder) {
        try {
            Path description = SampleDataset.install(folder);
            Path labels = folder.resolve("labels/train");
            Files.writeString(labels.resolve("train000.txt"), "0 0.5 0.5 0.2 0.2\n7 0.5 0.5 0.1 0.1\n");
            Files.writeString(labels.resolve("train001.txt"), "1 0.5 half 0.2 0.2\n");
            Files.writeString(labels.resolve("train002.txt"), "1 0.98 0.5 0.2 0.2\n");
            Files.delete(labels.resolve("train003.txt"));
            Files.writeString(folder.resolve("images/train/train004.jpg"), "this is not a picture");
            return description;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
