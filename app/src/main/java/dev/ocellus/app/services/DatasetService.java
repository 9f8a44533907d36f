package dev.ocellus.app.services;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.data.Dataset;
import dev.ocellus.engine.data.DatasetReader;
import dev.ocellus.engine.data.DatasetVerifier;
import dev.ocellus.engine.data.sample.SampleDataset;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Reads datasets in the background. */
public final class DatasetService implements AutoCloseable {

    private final Tasks tasks;
    private final ExecutorService readers = Tasks.pool("read");
    private final SharedDecoder decoder;

    public DatasetService(Tasks tasks, SharedDecoder decoder) {
        this.tasks = tasks;
        this.decoder = decoder;
    }

    /** Reads headers and labels. */
    public void read(
            Path source,
            Progress progress,
            Cancellation cancellation,
            Consumer<Dataset> done,
            Consumer<Throwable> failed) {
        tasks.run(() -> DatasetReader.read(source, readers, progress, cancellation), done, failed);
    }

    /** Decodes every image, to find damage that headers do not show. */
    public void verify(
            Dataset dataset,
            Progress progress,
            Cancellation cancellation,
            Consumer<Dataset> done,
            Consumer<Throwable> failed) {
        tasks.run(() -> DatasetVerifier.verify(dataset, decoder.get(), readers, progress, cancellation), done, failed);
    }

    /** Writes the sample dataset into a folder, unless it is there, and gives its description. */
    public void installSample(Path folder, Consumer<Path> done, Consumer<Throwable> failed) {
        tasks.run(() -> SampleDataset.install(folder), done, failed);
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
