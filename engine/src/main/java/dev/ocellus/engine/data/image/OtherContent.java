package dev.ocellus.engine.data.image;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Says what a file is that no reader knows, so that its owner recognises what went wrong. */
final class OtherContent {
    private static final int SAMPLE = 256;

    /** First bytes of picture formats that are not read. */
    private static final Map<String, String> PICTURES = Map.ofEntries(
            Map.entry("\0\0\0\fjP  ", "a JPEG 2000 picture"),
            Map.entry("\u00FFO\u00FFQ", "a JPEG 2000 picture"),
            Map.entry("\0\0\0\fJXL ", "a JPEG XL picture"),
            Map.entry("\u00FF\n", "a JPEG XL picture"),
            Map.entry("II+\0", "a BigTIFF picture"),
            Map.entry("MM\0+", "a BigTIFF picture"),
            Map.entry("8BPS", "a Photoshop document"),
            Map.entry("v/1\u0001", "an OpenEXR picture"),
            Map.entry("#?RADIANCE", "a Radiance HDR picture"),
            Map.entry("\0\0\1\0", "a Windows icon"),
            Map.entry("P7\n", "a PAM picture"),
            Map.entry("DDS ", "a DirectDraw surface"));

    private OtherContent() {}

    static ImageFault name(ByteSource source) throws IOException, ImageFault {
        String start = source.text(0, SAMPLE);
        for (Map.Entry<String, String> picture : PICTURES.entrySet()) {
            if (start.startsWith(picture.getKey())) {
                return ImageFault.unsupported(picture.getValue());
            }
        }
        if (start.startsWith("ftyp", 4)) {
            return isoMedia(start.substring(8));
        }
        if (start.startsWith("version https://git-lfs")) {
            return new ImageFault(
                    Reason.NOT_AN_IMAGE,
                    "is a Git LFS pointer, not the image itself",
                    "Run `git lfs pull` in its repository.");
        }
        if (start.startsWith("%PDF")) {
            return other("a PDF document");
        }
        if (start.startsWith("PK\3\4")) {
            return other("a ZIP archive");
        }
        return text(start);
    }

    /** The ISO base media formats (HEIF, AVIF, MP4, …) are told apart by their brands. */
    private static ImageFault isoMedia(String brands) {
        if (brands.startsWith("avif") || brands.startsWith("avis")) {
            return ImageFault.unsupported("an AVIF picture");
        }
        if (brands.startsWith("hei") || brands.startsWith("hev") || brands.startsWith("mif1")) {
            return ImageFault.unsupported("a HEIC picture");
        }
        return other("a video or another ISO media file");
    }

    private static ImageFault text(String start) {
        String lower = start.stripLeading().toLowerCase(Locale.ROOT);
        if (lower.startsWith("<svg") || lower.startsWith("<?xml") && lower.contains("<svg")) {
            return ImageFault.unsupported("an SVG drawing");
        }
        if (lower.startsWith("<!doctype html") || lower.startsWith("<html")) {
            return new ImageFault(
                    Reason.NOT_AN_IMAGE,
                    "is no image but an HTML page, perhaps the error page of a download",
                    "Download the image again, or remove it from the dataset.");
        }
        boolean printable = start.chars().allMatch(c -> c >= ' ' || Character.isWhitespace(c));
        return other(printable ? "text" : "of no known image format");
    }

    private static ImageFault other(String what) {
        return new ImageFault(Reason.NOT_AN_IMAGE, what.startsWith("of") ? "is " + what : "is no image but " + what);
    }
}
