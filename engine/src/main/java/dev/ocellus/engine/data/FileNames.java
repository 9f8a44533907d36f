package dev.ocellus.engine.data;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** What the name of a file tells about it. */
final class FileNames {

    /** Extensions of images, those that are only named when they are refused included. */
    private static final Set<String> IMAGES = Set.of(
            "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "apng", "gif", "bmp", "dib", "webp", "tif", "tiff", "ppm",
            "pgm", "pbm", "pnm", "heic", "heif", "avif", "jp2", "j2k", "jxl");

    private FileNames() {}

    static boolean image(Path file) {
        return IMAGES.contains(extension(file));
    }

    /** In lower case, without the dot; empty where there is none. */
    static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(stem(file).length()).replaceFirst("^\\.", "").toLowerCase(Locale.ROOT);
    }

    /** The name without the last dot and what follows it. */
    static String stem(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Hidden files and what archivers of a Mac leave behind. */
    static boolean hidden(Path file) {
        Path name = file.getFileName();
        return name != null
                && (name.toString().startsWith(".") || name.toString().equals("__MACOSX"));
    }
}
