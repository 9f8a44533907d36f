package dev.ocellus.engine.data.sample;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.Box;
import dev.ocellus.engine.data.SplitName;
import dev.ocellus.engine.data.image.ImageEncoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The dataset that comes with the program, so that there is something to train on at once: made-up pictures of circles,
 * squares and triangles, 120 for training and 30 for validation, 320 pixels a side, in YOLO format. It is drawn when it
 * is first needed, from a fixed seed, so the same files come out on every machine.
 */
public final class SampleDataset {
    private static final long SEED = 20_260_101;
    private static final int TRAIN_IMAGES = 120;
    private static final int VAL_IMAGES = 30;
    private static final int JPEG_QUALITY = 85;
    private static final String DESCRIPTION = "data.yaml";

    private SampleDataset() {}

    /**
     * Writes the dataset into a folder, unless it is there already.
     *
     * @param folder made if it is missing
     * @return its {@code data.yaml}, which is written last: where it exists, the rest does too
     * @throws StudioException of kind RUNTIME if it cannot be written
     */
    public static Path install(Path folder) {
        Path description = folder.resolve(DESCRIPTION);
        if (Files.isRegularFile(description)) {
            return description;
        }
        try {
            write(folder, SplitName.TRAIN, 0, TRAIN_IMAGES);
            write(folder, SplitName.VAL, TRAIN_IMAGES, VAL_IMAGES);
            Path unfinished = folder.resolve(DESCRIPTION + ".tmp");
            Files.writeString(unfinished, yaml());
            Files.move(unfinished, description, StandardCopyOption.ATOMIC_MOVE);
            return description;
        } catch (IOException e) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "The sample dataset cannot be written to " + folder + ": " + e.getMessage() + ".",
                    "Free some space, or make the folder writable.",
                    e);
        }
    }

    private static void write(Path folder, SplitName part, int first, int count) throws IOException {
        Path images = Files.createDirectories(folder.resolve("images").resolve(part.key()));
        Path labels = Files.createDirectories(folder.resolve("labels").resolve(part.key()));
        for (int i = 0; i < count; i++) {
            SampleScene scene = new SampleScene(SEED + first + i);
            String name = String.format(Locale.ROOT, "%s%03d", part.key(), i);
            try (Arena arena = Arena.ofConfined()) {
                Files.write(images.resolve(name + ".jpg"), ImageEncoder.jpeg(scene.draw(arena), JPEG_QUALITY));
            }
            String rows = scene.boxes().stream().map(SampleDataset::row).collect(Collectors.joining());
            Files.writeString(labels.resolve(name + ".txt"), rows);
        }
    }

    private static String row(Box box) {
        return String.format(Locale.ROOT, "%d %.6f %.6f %.6f %.6f\n", box.cls(), box.cx(), box.cy(), box.w(), box.h());
    }

    private static String yaml() {
        StringBuilder names = new StringBuilder();
        for (SampleShape.Kind kind : SampleShape.Kind.values()) {
            names.append("  ").append(kind.ordinal()).append(": ");
            names.append(kind.name().toLowerCase(Locale.ROOT)).append('\n');
        }
        return """
            # Made-up pictures, drawn by Ocellus to try it with.
            path: .
            train: images/train
            val: images/val
            names:
            """ + names;
    }
}
