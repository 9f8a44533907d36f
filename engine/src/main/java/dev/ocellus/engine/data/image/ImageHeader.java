package dev.ocellus.engine.data.image;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CancellationException;

/**
 * What the header of an image file says, read without decoding a pixel: a few kilobytes of the file are looked at.
 * Immutable.
 *
 * @param format the format of the content
 * @param storedWidth width in pixels as stored, before the orientation is applied
 * @param storedHeight height in pixels as stored
 * @param orientation EXIF orientation, 1 to 8; 1 where there is none or an illegal one
 * @param bits bits a channel
 */
public record ImageHeader(ImageFormat format, int storedWidth, int storedHeight, int orientation, int bits) {

    /** Usual limit of an image: 128 million pixels, 384 MB of RGB. */
    public static final long MAX_PIXELS = 128_000_000L;

    /** Width in pixels of the upright picture. */
    public int width() {
        return orientation > 4 ? storedHeight : storedWidth;
    }

    /** Height in pixels of the upright picture. */
    public int height() {
        return orientation > 4 ? storedWidth : storedHeight;
    }

    /** Number of pixels. */
    public long pixels() {
        return (long) storedWidth * storedHeight;
    }

    /**
     * Reads the header of a file. Safe for use by any number of threads.
     *
     * <p>Found here: what is no image, an unread format, more than {@link #MAX_PIXELS}, a JPEG without its end marker, a PNG, BMP or WebP that is
     * shorter than it says. Not found here: damage within the compressed data.
     *
     * @throws UnreadableImageException if there is no image to be decoded
     */
    public static ImageHeader probe(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ImageHeader header = read(ByteSource.of(channel));
            header.checkPixels(MAX_PIXELS);
            return header;
        } catch (ImageFault fault) {
            throw new UnreadableImageException(file, fault);
        } catch (IOException e) {
            throw inaccessible(file, e);
        }
    }

    static ImageHeader read(ByteSource source) throws IOException, ImageFault {
        return ImageFormat.of(source).header(source);
    }

    /** A header with its size checked. */
    static ImageHeader of(ImageFormat format, long width, long height, int orientation, int bits) throws ImageFault {
        if (width <= 0 || height <= 0) {
            throw ImageFault.damaged("its header says " + width + " x " + height + " pixels");
        }
        if (width > Integer.MAX_VALUE || height > Integer.MAX_VALUE) {
            throw tooLarge(width, height, Integer.MAX_VALUE);
        }
        return new ImageHeader(format, (int) width, (int) height, orientation, bits);
    }

    /** Refuses more pixels than a limit. */
    void checkPixels(long limit) throws ImageFault {
        if (pixels() > limit) {
            throw tooLarge(width(), height(), limit);
        }
    }

    private static ImageFault tooLarge(long width, long height, long limit) {
        return new ImageFault(
                Reason.TOO_LARGE, "has " + width + " x " + height + " pixels, more than the limit of " + limit);
    }

    static UnreadableImageException inaccessible(Path file, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            throw (CancellationException) new CancellationException("interrupted while reading " + file).initCause(e);
        }
        String what = switch (e) {
            case NoSuchFileException _, FileNotFoundException _ -> "is not there";
            case AccessDeniedException _ -> "may not be read by you";
            default -> "cannot be read: " + e.getMessage();
        };
        return new UnreadableImageException(file, new ImageFault(Reason.INACCESSIBLE, what));
    }
}
