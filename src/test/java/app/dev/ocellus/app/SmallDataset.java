package dev.ocellus.app;

import dev.ocellus.engine.data.sample.SampleDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A few images of the sample, so that a real training is over in a moment. */
public final class SmallDataset {

    private SmallDataset() {}

    /** Writes it and gives its description. */
    public static Path write(Path folder) throws IOException {
        Path sample = SampleDataset.install(folder);
        StringBuilder train = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            train.append(folder.resolve("images/train/train00" + i + ".jpg")).append('\n');
        }
        Files.writeString(folder.resolve("few.txt"), train);
        List<String> lines = Files.readAllLines(sample).stream()
                .map(line -> line.startsWith("train:") ? "train: few.txt" : line)
                .map(line -> line.startsWith("val:") ? "val: few.txt" : line)
                .toList();
        Path description = folder.resolve("few.yaml");
        Files.write(description, lines);
        return description;
    }
}
