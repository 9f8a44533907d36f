package dev.ocellus.engine.data.augment;

import org.jspecify.annotations.Nullable;

/** Gives the pictures of a split to one thread; {@link #close} frees its memory. */
public interface SampleSource extends AutoCloseable {

    /** Number of pictures. */
    int size();

    /** How a picture lies in the input, told without reading its pixels. */
    Letterbox letterbox(int index);

    /**
     * Reads a picture.
     *
     * @return the picture, to be read only and only until the next call; another picture in its place where it cannot be
     *     read and the source replaces those; null where it cannot be read and the source does not
     */
    @Nullable
    Sample read(int index);

    @Override
    void close();
}
