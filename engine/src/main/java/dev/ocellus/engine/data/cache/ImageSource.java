package dev.ocellus.engine.data.cache;

import java.nio.file.Path;

/**
 * Gives the pictures of a list, ready for an input of one size. Shared by all threads that load. What comes out is the
 * same, byte by byte, whether a picture was kept or is decoded anew.
 */
public interface ImageSource extends AutoCloseable {

    /**
     * A picture by its place in the list.
     *
     * @param buffers memory of the calling thread; the picture may lie in it, and then lasts until they are used again
     * @return the picture, to be read only
     * @throws dev.ocellus.engine.data.image.UnreadableImageException if the file gives no picture
     */
    FittedImage get(int index, ImageBuffers buffers);

    /** The file of a picture. */
    Path file(int index);

    /** Frees what is kept. No thread may use the source, or a picture of it, any more. */
    @Override
    void close();
}
