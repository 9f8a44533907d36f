package dev.ocellus.engine.data.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.ImageItem;
import dev.ocellus.engine.data.Problem;
import dev.ocellus.engine.data.augment.AugmentSettings;
import dev.ocellus.engine.data.augment.Painted;
import dev.ocellus.engine.data.cache.CacheMode;
import dev.ocellus.engine.data.cache.FittedImage;
import dev.ocellus.engine.data.cache.ImageBuffers;
import dev.ocellus.engine.data.cache.ImageSource;
import dev.ocellus.engine.data.image.ImageDecoder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BatchLoaderTest {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;
    private static final int EPOCHS = 3;
    private static final AugmentSettings ALL =
            new AugmentSettings(0.8, 0.5, 0.9, 0.5, 0.2, 10, 0.1, 0.5, 1.5, 3, 0.001);

    @TempDir
    Path folder;

    private final List<Problem> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final Cancellation cancellation = new Cancellation();

    @AfterEach
    void everyThreadHasEnded() {
        assertTrue(threads.stream().noneMatch(Thread::isAlive));
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        threads.add(thread);
        return thread;
    }

    private List<ImageItem> items(int count) throws IOException {
        List<ImageItem> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(Painted.item(folder, i, 40 + 23 * (i % 4), 30 + 17 * (i % 3)));
        }
        return items;
    }

    private ImageSource images(CacheMode mode, List<ImageItem> items) {
        return mode.open(items, new ImageDecoder(), WIDTH, HEIGHT, folder, problems::add);
    }

    private Split split(List<ImageItem> items, ImageSource images) {
        return new Split("train", items, images, problems::add);
    }

    private static LoaderPlan plan(Split split, int batch, long seed) {
        return LoaderPlan.training(split, ALL, batch, HEIGHT, WIDTH, 300, seed, EPOCHS, 2);
    }

    private BatchLoader training(Split split, LoaderPlan plan, int workers) {
        return BatchLoader.training(split, ALL, plan, workers, this::thread);
    }

    private BatchLoader validation(Split split, int batch, int workers) {
        return BatchLoader.validation(split, LoaderPlan.validation(split, batch, HEIGHT, WIDTH), workers, this::thread);
    }

    /** A number for all that a batch says. */
    private static String print(Batch batch) {
        CRC32C sum = new CRC32C();
        sum.update(batch.images().asByteBuffer());
        sum.update(batch.targets().asByteBuffer());
        StringBuilder text = new StringBuilder();
        text.append(batch.epoch()).append(':').append(batch.index()).append(' ').append(sum.getValue());
        for (int i = 0; i < batch.size(); i++) {
            text.append(' ').append(batch.sample(i)).append('/').append(batch.boxes(i));
        }
        return text.toString();
    }

    private List<String> stream(CacheMode mode, List<ImageItem> items, int workers, long seed) {
        List<String> prints = new ArrayList<>();
        try (ImageSource images = images(mode, items)) {
            Split split = split(items, images);
            LoaderPlan plan = plan(split, 4, seed);
            try (BatchLoader loader = training(split, plan, workers)) {
                for (int i = 0; i < plan.batchesPerEpoch() * EPOCHS; i++) {
                    prints.add(print(loader.next(cancellation)));
                }
            }
        }
        return prints;
    }

    @Test
    void givesTheSameBatchesWhateverTheThreadsAndTheCache() throws IOException {
        List<ImageItem> items = items(11);
        List<String> expected = stream(CacheMode.OFF, items, 1, 5);
        assertEquals(expected.size(), new HashSet<>(expected).size());
        for (int workers : new int[] {2, 4}) {
            for (CacheMode mode : CacheMode.values()) {
                assertEquals(expected, stream(mode, items, workers, 5), mode + " with " + workers);
            }
        }
        assertNotEquals(expected, stream(CacheMode.OFF, items, 2, 6));
    }

    @Test
    void goesOnWhereAnotherLoaderStopped() throws IOException {
        List<ImageItem> items = items(11);
        List<String> whole = stream(CacheMode.OFF, items, 2, 5);
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Split split = split(items, images);
            LoaderPlan plan = plan(split, 4, 5).startingAt(1, 1);
            try (BatchLoader loader = training(split, plan, 2)) {
                int first = plan.batchesPerEpoch() + 1;
                for (String expected : whole.subList(first, whole.size())) {
                    assertEquals(expected, print(loader.next(cancellation)));
                }
                assertThrows(NoSuchElementException.class, () -> loader.next(cancellation));
            }
        }
    }

    @Test
    void showsEachPictureOnceAnEpochInAnotherOrderEachTime() throws IOException {
        List<ImageItem> items = items(12);
        try (ImageSource images = images(CacheMode.RAM, items)) {
            Split split = split(items, images);
            LoaderPlan plan = plan(split, 4, 0);
            Set<List<Integer>> orders = new HashSet<>();
            try (BatchLoader loader = training(split, plan, 2)) {
                for (int epoch = 0; epoch < EPOCHS; epoch++) {
                    List<Integer> order = new ArrayList<>();
                    for (int i = 0; i < plan.batchesPerEpoch(); i++) {
                        Batch batch = loader.next(cancellation);
                        assertEquals(epoch, batch.epoch());
                        assertEquals(i, batch.index());
                        for (int image = 0; image < batch.size(); image++) {
                            order.add(batch.sample(image));
                        }
                    }
                    assertEquals(12, new TreeSet<>(order).size());
                    orders.add(order);
                }
            }
            assertEquals(EPOCHS, orders.size());
        }
    }

    @Test
    void validatesInOrderUnchangedAndPadsTheLastBatch() throws IOException {
        List<ImageItem> items = items(6);
        try (ImageSource images = images(CacheMode.RAM, items);
                BatchLoader loader = validation(split(items, images), 4, 3)) {
            List<String> first = new ArrayList<>();
            for (int pass = 0; pass < 3; pass++) {
                Batch batch = loader.next(cancellation);
                String whole = print(batch);
                assertEquals(4, batch.count());
                assertEquals(3, batch.sample(3));
                assertEquals(items.get(3).width(), batch.letterbox(3).sourceWidth());
                float x1 = batch.targets(3).getAtIndex(ValueLayout.JAVA_FLOAT, 1);
                assertEquals(
                        items.get(3).boxes().getFirst().left() * items.get(3).width(),
                        batch.letterbox(3).xToSource(x1),
                        1e-3);
                batch = loader.next(cancellation);
                first.add(whole + print(batch));
                assertEquals(2, batch.count());
                assertEquals(5, batch.sample(1));
                assertEquals(-1, batch.sample(2));
                assertNull(batch.letterbox(2));
                assertEquals(0, batch.boxes(3));
                assertEquals(-1, batch.targets(3).getAtIndex(ValueLayout.JAVA_FLOAT, 0));
                assertEquals(114, batch.image(3).pixels().get(ValueLayout.JAVA_BYTE, 1000));
            }
            assertEquals(first.get(0).replaceAll("\\d+:", ""), first.get(2).replaceAll("\\d+:", ""));
        }
    }

    @Test
    void makesSmallerBatchesOfASmallSplit() throws IOException {
        List<ImageItem> items = items(3);
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Split split = split(items, images);
            try (BatchLoader loader = training(split, plan(split, 16, 0), 4)) {
                for (int epoch = 0; epoch < EPOCHS; epoch++) {
                    Batch batch = loader.next(cancellation);
                    assertEquals(3, batch.size());
                    assertEquals(3, batch.count());
                    assertEquals(epoch, batch.epoch());
                }
            }
        }
    }

    @Test
    void refusesAnEmptySplit() {
        try (ImageSource images = images(CacheMode.OFF, List.of())) {
            StudioException fault = assertThrows(StudioException.class, () -> split(List.of(), images));
            assertEquals(StudioException.Kind.DATA, fault.kind());
            assertTrue(fault.getMessage().contains("train"));
        }
    }

    @Test
    void replacesAPictureThatCannotBeReadTheSameWayEachTime() throws IOException {
        List<ImageItem> items = items(9);
        Files.writeString(items.get(4).image(), "not an image");
        List<String> expected = stream(CacheMode.OFF, items, 1, 5);
        assertEquals(1, problems.size());
        assertEquals("unreadable-image", problems.getFirst().id());
        assertEquals(items.get(4).image(), problems.getFirst().file());
        assertEquals(Problem.Severity.ERROR, problems.getFirst().severity());
        assertEquals(expected, stream(CacheMode.RAM, items, 4, 5));
        assertEquals(2, problems.size());
    }

    @Test
    void leavesAPictureThatCannotBeReadOutOfValidation() throws IOException {
        List<ImageItem> items = items(5);
        Files.write(items.get(2).image(), new byte[0]);
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Split split = split(items, images);
            try (BatchLoader loader = validation(split, 5, 2)) {
                for (int pass = 0; pass < 2; pass++) {
                    Batch batch = loader.next(cancellation);
                    assertEquals(4, batch.count());
                    assertEquals(-1, batch.sample(2));
                    assertEquals(0, batch.boxes(2));
                    assertEquals(3, batch.sample(3));
                }
            }
            assertEquals(1, split.unreadable());
            assertEquals(1, problems.size());
        }
    }

    @Test
    void failsWhenNoPictureCanBeRead() throws IOException {
        List<ImageItem> items = items(3);
        for (ImageItem item : items) {
            Files.delete(item.image());
        }
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Split split = split(items, images);
            try (BatchLoader loader = training(split, plan(split, 2, 0), 2)) {
                StudioException fault = assertThrows(StudioException.class, () -> loader.next(cancellation));
                assertEquals(StudioException.Kind.DATA, fault.kind());
            }
            assertEquals(3, split.unreadable());
        }
    }

    @Test
    void countsAndSaysWhichBoxesFindNoRow() throws IOException {
        List<ImageItem> items = items(4);
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Split split = split(items, images);
            AugmentSettings whole = new AugmentSettings(1, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0);
            LoaderPlan plan = LoaderPlan.training(split, whole, 4, HEIGHT, WIDTH, 2, 0, EPOCHS, EPOCHS);
            assertEquals(2, plan.maxTargets());
            try (BatchLoader loader = BatchLoader.training(split, whole, plan, 2, this::thread)) {
                Batch batch = loader.next(cancellation);
                int left = batch.boxesLeftOut();
                assertTrue(left > 0);
                assertTrue(batch.boxes(0) <= 2);
                assertEquals(left, loader.boxesLeftOut());
            }
        }
        assertEquals(1, problems.size());
        assertEquals("boxes-left-out", problems.getFirst().id());
    }

    @Test
    void makesRoomForAllBoxesOfAMosaic() throws IOException {
        List<ImageItem> items = items(4);
        List<ImageItem> crowded = new ArrayList<>(items);
        ImageItem first = items.getFirst();
        crowded.set(
                0,
                new ImageItem(
                        first.image(),
                        null,
                        first.width(),
                        first.height(),
                        Collections.nCopies(20, first.boxes().getFirst())));
        try (ImageSource images = images(CacheMode.OFF, crowded)) {
            Split split = split(crowded, images);
            assertEquals(128, plan(split, 4, 0).maxTargets()); // 20 boxes in each of five pictures
            assertEquals(32, LoaderPlan.validation(split, 4, HEIGHT, WIDTH).maxTargets());
        }
    }

    /** Holds all threads back until it is opened. */
    private static final class Gate implements ImageSource {
        final CountDownLatch open = new CountDownLatch(1);
        private final ImageSource images;

        Gate(ImageSource images) {
            this.images = images;
        }

        @Override
        public FittedImage get(int index, ImageBuffers buffers) {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new CancellationException("interrupted");
            }
            return images.get(index, buffers);
        }

        @Override
        public Path file(int index) {
            return images.file(index);
        }

        @Override
        public void close() {
            images.close();
        }
    }

    @Test
    void stopsWaitingWhenAskedTo() throws IOException {
        List<ImageItem> items = items(4);
        try (Gate gate = new Gate(images(CacheMode.OFF, items))) {
            Split split = split(items, gate);
            try (BatchLoader loader = training(split, plan(split, 2, 0), 2)) {
                Thread other = thread(cancellation::cancel);
                other.start();
                assertThrows(CancellationException.class, () -> loader.next(cancellation));
            }
        }
    }

    @Test
    void stopsWaitingWhenInterrupted() throws IOException {
        List<ImageItem> items = items(4);
        try (Gate gate = new Gate(images(CacheMode.OFF, items))) {
            Split split = split(items, gate);
            try (BatchLoader loader = training(split, plan(split, 2, 0), 2)) {
                Thread.currentThread().interrupt();
                assertThrows(CancellationException.class, () -> loader.next(cancellation));
                assertTrue(Thread.interrupted());
            }
        }
    }

    @Test
    void closesWhileItsThreadsAreAtWork() throws IOException {
        List<ImageItem> items = items(8);
        for (int i = 0; i < 20; i++) {
            try (ImageSource images = images(CacheMode.OFF, items)) {
                Split split = split(items, images);
                BatchLoader loader = training(split, plan(split, 2, 0), 4);
                MemorySegment memory = loader.next(cancellation).images();
                loader.close();
                loader.close();
                assertFalse(memory.scope().isAlive());
                assertThrows(IllegalStateException.class, () -> loader.next(cancellation));
            }
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void closesWhileAnotherThreadWaits() throws Exception {
        List<ImageItem> items = items(4);
        try (Gate gate = new Gate(images(CacheMode.OFF, items))) {
            Split split = split(items, gate);
            BatchLoader loader = training(split, plan(split, 2, 0), 2);
            List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
            Thread waiting = thread(() -> {
                try {
                    loader.next(cancellation);
                } catch (RuntimeException e) {
                    thrown.add(e);
                }
            });
            waiting.start();
            loader.close();
            waiting.join();
            assertTrue(thrown.getFirst() instanceof IllegalStateException);
        }
    }

    @Test
    void namesWhatMadeAThreadFail() throws IOException {
        List<ImageItem> items = items(4);
        try (ImageSource images = images(CacheMode.OFF, items)) {
            Error broken = new StackOverflowError("by this test");
            ImageSource failing = new ImageSource() {
                @Override
                public FittedImage get(int index, ImageBuffers buffers) {
                    throw broken;
                }

                @Override
                public Path file(int index) {
                    return images.file(index);
                }

                @Override
                public void close() {}
            };
            Split split = split(items, failing);
            try (BatchLoader loader = training(split, plan(split, 2, 0), 2)) {
                assertSame(
                        broken,
                        assertThrows(IllegalStateException.class, () -> loader.next(cancellation))
                                .getCause());
            }
        }
    }

    @Test
    void measuresHowLongABatchWasWaitedFor() throws Exception {
        List<ImageItem> items = items(4);
        try (Gate gate = new Gate(images(CacheMode.OFF, items))) {
            Split split = split(items, gate);
            try (BatchLoader loader = training(split, plan(split, 2, 0), 2)) {
                long start = System.nanoTime();
                Thread opener = thread(gate.open::countDown);
                opener.start();
                Batch batch = loader.next(cancellation);
                assertTrue(batch.waitedNanos() > 0 && batch.waitedNanos() <= System.nanoTime() - start);
                assertEquals(batch.waitedNanos(), loader.waitedNanos());
            }
        }
    }

    @Test
    void keepsItsThreadsAcrossEpochs() throws IOException {
        stream(CacheMode.OFF, items(11), 3, 1);
        assertEquals(3, threads.size());
    }

    @Test
    void drawsBoxesIntoACopy() throws IOException {
        List<ImageItem> items = items(2);
        try (ImageSource images = images(CacheMode.OFF, items);
                Arena arena = Arena.ofConfined();
                BatchLoader loader = validation(split(items, images), 2, 1)) {
            Batch batch = loader.next(cancellation);
            byte[] before = batch.image(1).pixels().toArray(ValueLayout.JAVA_BYTE);
            byte[] drawn = BatchPreview.of(batch, 1, arena).pixels().toArray(ValueLayout.JAVA_BYTE);
            assertArrayEquals(before, batch.image(1).pixels().toArray(ValueLayout.JAVA_BYTE));
            assertFalse(Arrays.equals(before, drawn));
            assertNotNull(batch.letterbox(1));
        }
    }
}
