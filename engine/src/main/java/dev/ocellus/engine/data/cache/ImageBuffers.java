package dev.ocellus.engine.data.cache;

import dev.ocellus.engine.data.augment.Scratch;

/** Memory of one thread for the picture that it is reading. Not safe for use by others; {@link #close} frees it. */
public final class ImageBuffers implements AutoCloseable {

    /** A decoded picture above this size is not held on to, so that one huge picture does not cost its memory forever. */
    private static final long LARGEST_KEPT = 64L << 20;

    private final Scratch decoded = new Scratch();
    private final Scratch fitted = new Scratch();

    /** Receives a whole picture. */
    Scratch decoded() {
        return decoded;
    }

    /** Receives a reduced picture, or one that was kept. */
    Scratch fitted() {
        return fitted;
    }

    /** Frees a huge picture that has been reduced. */
    void shrink() {
        if (decoded.byteSize() > LARGEST_KEPT) {
            decoded.close();
        }
    }

    @Override
    public void close() {
        decoded.close();
        fitted.close();
    }
}
