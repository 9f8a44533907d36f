package dev.ocellus.engine.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.image.ImageDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetReaderTest {
    private static final String YAML = "train: images/train\nval: images/val\nnames: [cat, dog, bird]\n";

    @TempDir
    private Path folder;

    private Path mini;

    @BeforeEach
    void copySoundDataset() throws IOException {
        folder = folder.toRealPath();
        mini = OddData.mini(folder);
    }

    /** An image file of the sound dataset at another place. */
    private Path image(String place) throws IOException {
        return image(place, 0);
    }

    private Path image(String place, int which) throws IOException {
        Path to = folder.resolve(place);
        Files.createDirectories(to.getParent());
        return Files.copy(mini.resolve("images/train/train" + which + ".jpg"), to);
    }

    private Path text(String place, String content) throws IOException {
        Path to = folder.resolve(place);
        Files.createDirectories(to.getParent());
        return Files.writeString(to, content);
    }

    private static Problem problem(Dataset dataset, String id) {
        List<Problem> found =
                dataset.problems().stream().filter(p -> p.id().equals(id)).toList();
        assertEquals(1, found.size(), () -> id + " in " + dataset.problems());
        return found.getFirst();
    }

    @Test
    void readsASoundDatasetWithoutAProblem() {
        Dataset dataset = OddData.read(mini.resolve("data.yaml"));
        assertEquals(List.of(), dataset.problems());
        assertEquals("mini", dataset.name());
        assertEquals(mini, dataset.root());
        assertEquals(List.of("cat", "dog", "bird"), dataset.classNames());
        assertEquals(
                Map.of(
                        SplitName.TRAIN, new SplitCounts(6, 6, 0, 0, 0, 9, 0, List.of(3L, 3L, 3L)),
                        SplitName.VAL, new SplitCounts(3, 3, 0, 0, 0, 4, 0, List.of(1L, 1L, 2L))),
                dataset.counts());
        ImageItem first = dataset.split(SplitName.TRAIN).getFirst();
        assertEquals(
                new ImageItem(
                        mini.resolve("images/train/train0.jpg"),
                        mini.resolve("labels/train/train0.txt"),
                        128,
                        96,
                        List.of(new Box(0, 0.5f, 0.5f, 0.4f, 0.4f))),
                first);
    }

    @Test
    void takesTheDescriptionInAFolder() {
        assertEquals(
                OddData.read(mini.resolve("data.yaml")).splits(),
                OddData.read(mini).splits());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void givesTheSameOnAnyNumberOfThreads(int threads) throws IOException {
        for (int i = 0; i < 200; i++) {
            image("mini/images/train/copy" + i + ".jpg", i % 6);
            text("mini/labels/train/copy" + i + ".txt", i % 4 == 0 ? "7 0.5 0.5 0.1 0.1\n" : "1 0.5 0.5 0.1 0.1\n");
        }
        assertEquals(OddData.read(mini, 2), OddData.read(mini, threads));
    }

    @Test
    void countsAnImageWithoutLabelAsBackground() throws IOException {
        Files.delete(mini.resolve("labels/train/train0.txt"));
        Files.writeString(mini.resolve("labels/train/train1.txt"), "");
        Dataset dataset = OddData.read(mini);
        assertNull(dataset.split(SplitName.TRAIN).get(0).label());
        assertNotNull(dataset.split(SplitName.TRAIN).get(1).label());
        SplitCounts counts = dataset.counts().get(SplitName.TRAIN);
        assertEquals(
                List.of(6, 6, 2, 1),
                List.of(counts.found(), counts.usable(), counts.background(), counts.unlabelled()));
        assertEquals(List.of(), dataset.problems(Problem.Severity.ERROR));
    }

    @Test
    void refusesUnreadableImagesByNameAndCountsThem() throws IOException {
        text("mini/images/train/empty.png", "");
        text("mini/images/train/page.jpg", "<html>not found</html>");
        Dataset dataset = OddData.read(mini);
        SplitCounts counts = dataset.counts().get(SplitName.TRAIN);
        assertEquals(List.of(8, 6, 2), List.of(counts.found(), counts.usable(), counts.refused()));
        assertEquals(
                mini.resolve("images/train/empty.png"),
                problem(dataset, "image-empty").file());
        assertEquals(
                mini.resolve("images/train/page.jpg"),
                problem(dataset, "image-not-an-image").file());
    }

    @Test
    void namesTheLineOfAListThatNamesAMissingImage() throws IOException {
        Path list = text(
                "mini/list.txt",
                "# a comment\n\n./images/train/train0.jpg\nimages/train/gone.jpg\nimages/train/train0.jpg\n");
        text("mini/data.yaml", YAML.replace("images/train", "list.txt"));
        Dataset dataset = OddData.read(mini);
        SplitCounts counts = dataset.counts().get(SplitName.TRAIN);
        assertEquals(List.of(2, 1, 1), List.of(counts.found(), counts.usable(), counts.refused()));
        Problem gone = problem(dataset, "image-inaccessible");
        assertEquals(list + ":4", gone.place());
        assertTrue(gone.value().endsWith("gone.jpg"), gone.value());
        assertEquals(list + ":5", problem(dataset, "list-twice").place());
    }

    @Test
    void readsAbsolutePathsOfALists() throws IOException {
        text("mini/list.txt", mini.resolve("images/train/train3.jpg") + "\r\n");
        text("mini/data.yaml", YAML.replace("images/train", "list.txt"));
        assertEquals(2, OddData.read(mini).counts().get(SplitName.TRAIN).boxes());
    }

    @Test
    void dropsALeadingParentWhereOnlyThatLeadsToTheImages() throws IOException {
        text("mini/data.yaml", "train: ../images/train\nval: ../images/val\nnames: [cat, dog, bird]\n");
        Dataset dataset = OddData.read(mini);
        assertEquals(6, dataset.split(SplitName.TRAIN).size());
        assertEquals(List.of("yaml-parent", "yaml-parent"), OddData.ids(dataset));
    }

    @Test
    void readsATestPart() throws IOException {
        text("mini/data.yaml", YAML + "test: images/val/val0.jpg\n");
        assertEquals(1, OddData.read(mini).split(SplitName.TEST).size());
    }

    @Test
    void usesTheKeypointShapeToTellPosesFromPolygons() throws IOException {
        text("mini/labels/train/train0.txt", "0 0.5 0.5 0.2 0.4 0.45 0.35 0.55 0.35\n");
        ImageItem polygon = OddData.read(mini).split(SplitName.TRAIN).getFirst();
        text("mini/data.yaml", YAML + "kpt_shape: [2, 2]\n");
        ImageItem pose = OddData.read(mini).split(SplitName.TRAIN).getFirst();
        assertEquals(new Box(0, 0.5f, 0.5f, 0.2f, 0.4f), pose.boxes().getFirst());
        assertFalse(polygon.boxes().contains(pose.boxes().getFirst()));
    }

    @Test
    void saysTheIdOfAClassThatIsNamedInALabel() throws IOException {
        text("mini/labels/train/train0.txt", "dog 0.5 0.5 0.2 0.4\n");
        assertEquals(
                "Write its id, 1.", problem(OddData.read(mini), "label-class").cure());
    }

    @Test
    void warnsOfImagesThatShareALabel() throws IOException {
        Files.copy(OddData.folder().resolve("images/size_1x1.png"), mini.resolve("images/train/train0.png"));
        assertEquals(
                mini.resolve("labels/train/train0.txt"),
                problem(OddData.read(mini), "label-shared").file());
    }

    @Test
    void warnsOfTheSameContentInTwoParts() throws IOException {
        image("mini/images/val/copy.jpg", 2);
        image("mini/images/train/twin.jpg", 3);
        Dataset dataset = OddData.read(mini);
        assertEquals(
                mini.resolve("images/train/train2.jpg"),
                problem(dataset, "split-leak").file());
        assertEquals(
                mini.resolve("images/train/train3.jpg"),
                problem(dataset, "image-twice").file());
    }

    @Test
    void warnsOfClassesWithoutABox() throws IOException {
        text("mini/data.yaml", YAML.replace("bird]", "bird, fish]"));
        assertEquals("fish", problem(OddData.read(mini), "class-unused").value());
    }

    @Test
    void saysWhereLabelsWereLookedForIfThereAreNone() throws IOException {
        Files.move(mini.resolve("labels/val"), mini.resolve("labels/validation"));
        Problem none = problem(OddData.read(mini), "labels-none");
        assertEquals(Problem.Severity.ERROR, none.severity());
        assertTrue(none.message().contains(mini.resolve("labels/val/val0.txt").toString()), none.message());
    }

    @Test
    void refusesAPartWithoutImages() throws IOException {
        Files.createDirectories(mini.resolve("images/none"));
        text("mini/data.yaml", YAML.replace("images/val", "images/none"));
        StudioException refusal = assertThrows(StudioException.class, () -> OddData.read(mini));
        assertTrue(refusal.getMessage().contains("no image in " + mini.resolve("images/none")), refusal.getMessage());
    }

    @Test
    void refusesASourceThatIsNotThere() {
        assertEquals(
                StudioException.Kind.DATA,
                assertThrows(StudioException.class, () -> OddData.read(folder.resolve("absent")))
                        .kind());
    }

    @Test
    void asksWhichOfSeveralDescriptionsIsMeant() throws IOException {
        Files.delete(mini.resolve("data.yaml"));
        text("mini/one.yaml", YAML);
        assertEquals(3, OddData.read(mini).classNames().size());
        text("mini/two.yaml", YAML);
        StudioException refusal = assertThrows(StudioException.class, () -> OddData.read(mini));
        assertTrue(refusal.getMessage().contains("one.yaml, two.yaml"), refusal.getMessage());
    }

    @Test
    void boundsTheProblemsItListsAndCountsTheRest() throws IOException {
        String row = "9 0.5 0.5 0.1 0.1\n";
        for (int i = 0; i < 6; i++) {
            text("mini/labels/train/train" + i + ".txt", row.repeat(10_000));
        }
        Dataset dataset = OddData.read(mini);
        assertEquals(60_000, dataset.counts().get(SplitName.TRAIN).refusedRows());
        List<Problem> rows = dataset.problems().stream()
                .filter(p -> p.id().equals("label-class-range"))
                .toList();
        assertTrue(rows.size() < 300, rows.size() + " problems");
        assertTrue(
                rows.getLast().message().contains(String.valueOf(60_000 - (rows.size() - 1))),
                rows.getLast().message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name with spaces.jpg",
                "日本語_ünïcödé.jpg",
                "cafe\u0301.jpg",
                "emoji_🩸.jpg",
                "a.b.c.v2.final.jpg",
                "percent%20hash#plus+and&.jpg",
                "-leading-dash.jpg",
                "quote'and(paren).jpg",
                "UPPER.JPG",
                "mixed.JpEg",
                "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn.jpg"
            })
    void takesImagesWithAwkwardNamesAndFindsTheirLabels(String name) throws IOException {
        image("mini/images/train/" + name);
        text("mini/labels/train/" + name.substring(0, name.lastIndexOf('.')) + ".txt", "2 0.5 0.5 0.25 0.25\n");
        ImageItem item = OddData.read(mini).split(SplitName.TRAIN).stream()
                .filter(i -> i.image().getFileName().toString().equals(name))
                .findFirst()
                .orElseThrow();
        assertEquals(List.of(new Box(2, 0.5f, 0.5f, 0.25f, 0.25f)), item.boxes());
    }

    @Test
    void passesOverHiddenImagesAndTakesThoseWithoutExtensionAndSaysBoth() throws IOException {
        image("mini/images/train/.hidden.jpg");
        image("mini/images/train/no_extension");
        text("mini/images/train/LICENSE", "free");
        text("mini/images/train/Thumbs.db", "x");
        image("mini/images/train/__MACOSX/._a.jpg");
        Dataset dataset = OddData.read(mini);
        assertEquals(7, dataset.counts().get(SplitName.TRAIN).found());
        assertEquals(
                mini.resolve("images/train/.hidden.jpg"),
                problem(dataset, "image-hidden").file());
        assertEquals(
                mini.resolve("images/train/no_extension"),
                problem(dataset, "image-no-extension").file());
    }

    @Test
    void readsAFolderWithTrainAndValidationFolders() throws IOException {
        image("plain/train/images/a.jpg");
        text("plain/train/labels/a.txt", "1 0.5 0.5 0.2 0.2\n");
        image("plain/valid/images/b.jpg", 1);
        text("plain/valid/labels/b.txt", "0 0.5 0.5 0.2 0.2\n");
        text("plain/classes.txt", "cat\ndog\n");
        Dataset dataset = OddData.read(folder.resolve("plain"));
        assertEquals(List.of("cat", "dog"), dataset.classNames());
        assertEquals(1, dataset.counts().get(SplitName.TRAIN).boxes());
        assertEquals(1, dataset.counts().get(SplitName.VAL).boxes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "labels/", "../labels/"})
    void findsLabelsOfAPlainFolderBesideOrInLabels(String place) throws IOException {
        String images = place.startsWith("..") ? "plain/images/" : "plain/";
        for (int i = 0; i < 5; i++) {
            image(images + i + ".jpg", i);
            text(images + place + i + ".txt", i + " 0.5 0.5 0.2 0.2\n");
        }
        Dataset dataset = OddData.read(folder.resolve("plain"));
        assertEquals(List.of("class0", "class1", "class2", "class3", "class4"), dataset.classNames());
        assertEquals(4, dataset.counts().get(SplitName.TRAIN).boxes());
        assertEquals(1, dataset.counts().get(SplitName.VAL).boxes());
        assertTrue(OddData.ids(dataset).containsAll(List.of("split-held-out", "folder-no-names")));
    }

    @Test
    void holdsOutTheSameFifthEachTime() throws IOException {
        for (int i = 0; i < 60; i++) {
            image("plain/" + i + ".jpg", i % 6);
            text("plain/" + i + ".txt", "0 0.5 0.5 0.2 0.2\n");
        }
        Dataset dataset = OddData.read(folder.resolve("plain"));
        List<ImageItem> held = dataset.split(SplitName.VAL);
        assertEquals(12, held.size());
        assertEquals(48, dataset.split(SplitName.TRAIN).size());
        assertEquals(
                60,
                Stream.of(held, dataset.split(SplitName.TRAIN))
                        .flatMap(List::stream)
                        .map(ImageItem::image)
                        .distinct()
                        .count());
        Path moved = Files.move(folder.resolve("plain"), folder.resolve("moved"));
        assertEquals(
                held.stream().map(i -> i.image().getFileName()).toList(),
                OddData.read(moved).split(SplitName.VAL).stream()
                        .map(i -> i.image().getFileName())
                        .toList());
    }

    @Test
    void readsAFolderOfUnlabelledImagesAsOnePart() throws IOException {
        IntStream.range(0, 6).forEach(i -> {
            try {
                image("plain/deep/er/" + i + ".jpg", i);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Dataset dataset = OddData.read(folder.resolve("plain"));
        assertEquals(6, dataset.split(SplitName.TRAIN).size());
        assertEquals(List.of(), dataset.classNames());
        assertEquals(Problem.Severity.ERROR, problem(dataset, "labels-none").severity());
    }

    @Test
    void reportsProgressToTheEnd() {
        ConcurrentLinkedQueue<Long> done = new ConcurrentLinkedQueue<>();
        Progress progress = (work, n, total) -> {
            if (work.equals("Reading labels")) {
                assertEquals(9, total);
                done.add(n);
            }
        };
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            DatasetReader.read(mini, executor, progress, new Cancellation());
        }
        assertEquals(
                IntStream.rangeClosed(1, 9).mapToObj(i -> (long) i).toList(),
                done.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Listing images", "Reading labels", "Looking for copies"})
    void stopsWhereverItIsCancelled(String work) {
        Cancellation cancellation = new Cancellation();
        Progress progress = (at, done, total) -> {
            if (at.equals(work)) {
                cancellation.cancel();
            }
        };
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            assertThrows(CancellationException.class, () -> DatasetReader.read(mini, executor, progress, cancellation));
        }
    }

    @Test
    void verifyingFindsDamageThatHeadersDoNotShow() throws IOException {
        Path damaged = mini.resolve("images/train/train4.jpg");
        byte[] png = Files.readAllBytes(OddData.folder().resolve("images/one_bit.png"));
        png[png.length / 2] ^= 0x55;
        Files.write(damaged, png);
        Dataset dataset = OddData.read(mini);
        assertEquals(0, dataset.counts().get(SplitName.TRAIN).refused());
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            Dataset verified =
                    DatasetVerifier.verify(dataset, new ImageDecoder(), executor, Progress.NONE, new Cancellation());
            SplitCounts counts = verified.counts().get(SplitName.TRAIN);
            assertEquals(List.of(6, 5, 1), List.of(counts.found(), counts.usable(), counts.refused()));
            assertEquals(damaged, problem(verified, "image-damaged").file());
            assertEquals(dataset.split(SplitName.VAL), verified.split(SplitName.VAL));
        }
    }
}
