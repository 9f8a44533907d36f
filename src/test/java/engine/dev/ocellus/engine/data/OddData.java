package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** The awkward files of the test resources, and a small sound dataset to try them in. */
public final class OddData {

    private OddData() {}

    public static Path folder() {
        URL readme = OddData.class.getResource("/data/odd/README.txt");
        try {
            return Path.of(readme.toURI()).getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows of a CSV file below its header; a column may be in quotes. */
    public static List<List<String>> csv(String name) {
        try {
            return Files.readAllLines(folder().resolve(name)).stream()
                    .skip(1)
                    .map(OddData::columns)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> columns(String line) {
        List<String> columns = new ArrayList<>();
        StringBuilder column = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && line.startsWith("\"\"", i)) {
                column.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                columns.add(column.toString());
                column.setLength(0);
            } else {
                column.append(c);
            }
        }
        columns.add(column.toString());
        return columns;
    }

    /** Copies the sound dataset of 6 + 3 images into a folder. */
    static Path mini(Path into) throws IOException {
        Path from = folder().resolve("mini");
        Path to = into.resolve("mini");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return to;
    }

    static Dataset read(Path source) {
        return read(source, 2);
    }

    static Dataset read(Path source, int threads) {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            return DatasetReader.read(source, executor, Progress.NONE, new Cancellation());
        }
    }

    static List<String> ids(Dataset dataset) {
        return dataset.problems().stream().map(Problem::id).toList();
    }
}
