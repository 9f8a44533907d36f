package dev.ocellus.engine.data;

import dev.ocellus.engine.Cancellation;
import dev.ocellus.engine.Progress;
import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.data.DatasetDescription.Location;
import dev.ocellus.engine.data.image.ImageHeader;
import dev.ocellus.engine.data.image.UnreadableImageException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds the image files of a part of a dataset: all in a folder and below, those that a list file names, or single ones.
 * Each is found once. Links are followed; hidden files are passed over and counted. For one thread.
 */
final class ImageListing {
    private static final long MAX_LIST_BYTES = 512L << 20;

    private final Path root;
    private final ProblemLog problems;
    private final Progress progress;
    private final Cancellation cancellation;
    private final TreeMap<String, ImageCandidate> found = new TreeMap<>();

    ImageListing(Path root, ProblemLog problems, Progress progress, Cancellation cancellation) {
        this.root = root;
        this.problems = problems;
        this.progress = progress;
        this.cancellation = cancellation;
    }

    /**
     * The images at some places, ordered by path.
     *
     * @throws StudioException if a place cannot be read or there is no image at all
     */
    List<ImageCandidate> find(List<Location> locations) {
        for (Location location : locations) {
            try {
                add(location.path());
            } catch (IOException e) {
                throw new StudioException(
                        StudioException.Kind.DATA,
                        location.path() + " cannot be read: " + e.getMessage() + ".",
                        "Check that you may read it.",
                        e);
            }
        }
        if (found.isEmpty()) {
            throw new StudioException(
                    StudioException.Kind.DATA,
                    "There is no image in " + locations.getFirst().path() + ".",
                    "Put images there, such as .jpg or .png files, or name another folder.");
        }
        return List.copyOf(found.values());
    }

    private void add(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            addFolder(place);
        } else if (FileNames.extension(place).equals("txt")) {
            addList(place);
        } else {
            add(new ImageCandidate(place, null, 0));
        }
    }

    private void add(ImageCandidate candidate) {
        cancellation.check();
        ImageCandidate twin = found.putIfAbsent(candidate.image().toString(), candidate);
        if (twin != null && candidate.list() != null) {
            problems.warning(
                    "list-twice",
                    candidate.list(),
                    candidate.line(),
                    candidate.image().toString(),
                    "This image is listed a second time; it is used once.",
                    "Remove the line.");
        }
        progress.report("Listing images", found.size(), -1);
    }

    private void addList(Path list) throws IOException {
        List<String> lines =
                TextFile.readLeniently(list, MAX_LIST_BYTES).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Path image = SplitPaths.existing(list.resolveSibling(""), line);
            if (image == null) {
                image = SplitPaths.existing(root, line);
            }
            add(new ImageCandidate(image == null ? named(list, line) : image, list, i + 1));
        }
    }

    /** A path that is not there, to be refused under its name. */
    private static Path named(Path list, String line) {
        Path path = SplitPaths.absolute(list.resolveSibling(""), line);
        return path == null ? list.resolveSibling("not-a-path") : path;
    }

    private void addFolder(Path folder) throws IOException {
        Files.walkFileTree(
                folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                        boolean skipped = FileNames.hidden(directory) && !directory.equals(folder);
                        return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        addFound(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        if (FileNames.image(file)) {
                            addFound(file);
                        } else {
                            unread(file, e);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private void addFound(Path file) {
        if (FileNames.hidden(file)) {
            if (FileNames.image(file)) {
                problems.info("image-hidden", file, 0, "", "This image is hidden by its name and passed over.", "");
            }
        } else if (FileNames.image(file)) {
            add(new ImageCandidate(file, null, 0));
        } else if (FileNames.extension(file).isEmpty() && image(file)) {
            problems.info(
                    "image-no-extension",
                    file,
                    0,
                    "",
                    "This file has no extension but holds an image, and is taken as one.",
                    "");
            add(new ImageCandidate(file, null, 0));
        }
    }

    private static boolean image(Path file) {
        try {
            ImageHeader.probe(file);
            return true;
        } catch (UnreadableImageException _) {
            return false;
        }
    }

    private void unread(Path folder, IOException e) {
        problems.error(
                "folder-unreadable",
                folder,
                0,
                "",
                "This folder cannot be read (" + e.getClass().getSimpleName() + "), so its images are not counted.",
                "Check that you may read it and that no link leads back to it.");
    }
}
