package dev.ocellus.engine.data.image;

import static org.bytedeco.opencv.global.opencv_core.CV_16UC3;
import static org.bytedeco.opencv.global.opencv_core.CV_8U;

import dev.ocellus.engine.data.image.UnreadableImageException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;

/**
 * Decodes image files to upright 8-bit RGB with OpenCV.
 *
 * <ul>
 *   <li>The EXIF orientation is applied, mirrored ones too (JPEG, PNG, WebP, TIFF).
 *   <li>Gray becomes three equal channels, palettes are expanded, CMYK is converted.
 *   <li>16 bits become 8 by {@code round(v / 257)}.
 *   <li>Alpha is dropped: the stored colours count, also where they are transparent.
 *   <li>Of an animation or a document the first frame or page is taken.
 *   <li>Colour profiles are not applied.
 * </ul>
 *
 * <p>Memory is bounded: an image of more than {@link #maxPixels} is refused from its header, and the images that are
 * being decoded at one time have no more pixels than that together. Native memory of OpenCV is released before a method
 * returns. Safe for use by any number of threads; share one decoder so that the bound holds.
 */
public final class ImageDecoder {

    private static final long MAX_FILE_BYTES = 1L << 30;
    private static final long PIXELS_PER_PERMIT = 1024;
    private static final int RGB = opencv_imgcodecs.IMREAD_COLOR_RGB | opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION;
    private static final int DEEP_BGR = opencv_imgcodecs.IMREAD_COLOR_BGR
            | opencv_imgcodecs.IMREAD_ANYDEPTH
            | opencv_imgcodecs.IMREAD_IGNORE_ORIENTATION;

    private final long maxPixels;
    private final Semaphore pixelsInFlight;

    /** A decoder with the usual limit. */
    public ImageDecoder() {
        this(ImageHeader.MAX_PIXELS);
    }

    /** @param maxPixels most pixels of an image, and of all that are decoded at one time */
    public ImageDecoder(long maxPixels) {
        if (maxPixels < 1 || maxPixels > Integer.MAX_VALUE / 3) {
            throw new IllegalArgumentException("an image cannot have up to " + maxPixels + " pixels");
        }
        OpenCv.load();
        this.maxPixels = maxPixels;
        this.pixelsInFlight = new Semaphore(permits(maxPixels), true);
    }

    private static int permits(long pixels) {
        return Math.toIntExact((pixels + PIXELS_PER_PERMIT - 1) / PIXELS_PER_PERMIT);
    }

    /** Most pixels of an image. */
    public long maxPixels() {
        return maxPixels;
    }

    /**
     * Decodes a whole image.
     *
     * @param allocator gives the memory of the result, {@code 3 * width * height} bytes of native memory; asked once
     * @throws UnreadableImageException if the image cannot be decoded completely
     */
    public RgbImage decode(Path file, SegmentAllocator allocator) {
        return read(file, (header, encoded) -> {
            RgbImage image = allocate(header.width(), header.height(), allocator);
            Mat target = OpenCv.view(image);
            long address = target.data().address();
            if (header.orientation() == Exif.UPRIGHT && header.bits() <= 8) {
                decode(encoded, RGB, target);
            } else {
                Orientation.apply(header.orientation(), decodeEightBits(header, encoded, 0), target);
            }
            if (target.data().address() != address) {
                throw ImageFault.damaged("its pixels have another size than its header says");
            }
            return image;
        });
    }

    /**
     * Decodes an image scaled down to fit a square, its shape kept, each side at least one pixel; JPEGs are scaled while
     * they are decoded, which is several times as fast. An image that fits is not enlarged.
     *
     * @param maxSide side of the square in pixels
     * @param allocator gives the memory of the result
     * @throws UnreadableImageException if the image cannot be decoded completely
     */
    public RgbImage thumbnail(Path file, int maxSide, SegmentAllocator allocator) {
        return read(file, (header, encoded) -> {
            double scale = Math.min(1, (double) maxSide / Math.max(header.width(), header.height()));
            int width = (int) Math.max(1, Math.round(header.width() * scale));
            int height = (int) Math.max(1, Math.round(header.height() * scale));
            Mat reduced = decodeEightBits(header, encoded, reduction(scale));
            Mat upright = Orientation.apply(header.orientation(), reduced, new Mat());
            RgbImage image = allocate(width, height, allocator);
            opencv_imgproc.resize(
                    upright, OpenCv.view(image), new Size(width, height), 0, 0, opencv_imgproc.INTER_AREA);
            return image;
        });
    }

    private static int reduction(double scale) {
        if (scale > 0.5) {
            return 0;
        }
        return scale > 0.25
                ? opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_2
                : scale > 0.125
                        ? opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_4
                        : opencv_imgcodecs.IMREAD_REDUCED_GRAYSCALE_8;
    }

    @FunctionalInterface
    private interface Decoding {
        RgbImage run(ImageHeader header, Mat encoded) throws ImageFault;
    }

    private RgbImage read(Path file, Decoding decoding) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = contents(file, arena);
            ImageHeader header = ImageHeader.read(ByteSource.of(bytes));
            header.checkPixels(maxPixels);
            if (header.format() == ImageFormat.TIFF) {
                // OpenCV turns some TIFFs upright whether it is asked to or not; this way it has nothing to turn.
                TiffHeader.setUpright(bytes);
            }
            int permits = permits(header.pixels());
            pixelsInFlight.acquireUninterruptibly(permits);
            try (PointerScope _ = new PointerScope()) {
                Mat encoded = new Mat(1, (int) bytes.byteSize(), CV_8U, new BytePointer(bytes.asByteBuffer()));
                return decoding.run(header, encoded);
            } finally {
                pixelsInFlight.release(permits);
            }
        } catch (ImageFault fault) {
            throw new UnreadableImageException(file, fault);
        } catch (IOException e) {
            throw ImageHeader.inaccessible(file, e);
        }
    }

    private static MemorySegment contents(Path file, Arena arena) throws IOException, ImageFault {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size > MAX_FILE_BYTES) {
                throw new ImageFault(Reason.TOO_LARGE, "has " + size + " bytes, more than the limit of 1 GiB");
            }
            MemorySegment bytes = arena.allocate(size);
            ByteBuffer buffer = bytes.asByteBuffer();
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // A channel may give fewer bytes than asked for.
            }
            return bytes.asSlice(0, buffer.position());
        }
    }

    private static RgbImage allocate(int width, int height, SegmentAllocator allocator) {
        return new RgbImage(width, height, allocator.allocate(3L * width * height));
    }

    private static Mat decodeEightBits(ImageHeader header, Mat encoded, int reduction) throws ImageFault {
        Mat stored = new Mat();
        if (header.bits() <= 8) {
            decode(encoded, RGB | reduction, stored);
            return stored;
        }
        // Asked for RGB, OpenCV gives BGR for TIFFs of 16 bits; asked for BGR it is right for all.
        decode(encoded, DEEP_BGR | reduction, stored);
        if (stored.type() == CV_16UC3) {
            stored.convertTo(stored, CV_8U, 1.0 / 257, 0);
        }
        opencv_imgproc.cvtColor(stored, stored, opencv_imgproc.COLOR_BGR2RGB);
        return stored;
    }

    private static void decode(Mat encoded, int flags, Mat target) throws ImageFault {
        Mat decoded;
        try {
            decoded = opencv_imgcodecs.imdecode(encoded, flags, target);
        } catch (RuntimeException e) {
            throw ImageFault.damaged(
                    "OpenCV refuses it: " + String.valueOf(e.getMessage()).strip());
        }
        if (decoded.empty() || target.empty()) {
            throw ImageFault.damaged("its pixels cannot be decoded to the end");
        }
        if (decoded.channels() != 3) {
            throw ImageFault.unsupported("a picture of " + opencv_core.CV_MAT_CN(decoded.type()) + " channels");
        }
    }
}
