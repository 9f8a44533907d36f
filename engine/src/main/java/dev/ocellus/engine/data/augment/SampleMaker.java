package dev.ocellus.engine.data.augment;

import dev.ocellus.engine.data.image.RgbImage;
import org.jspecify.annotations.Nullable;

/**
 * Makes samples as the network takes them. The result depends on the arguments alone, never on what was made before.
 * One for each thread; {@link #close} frees its memory.
 */
public interface SampleMaker extends AutoCloseable {

    /**
     * Makes one sample.
     *
     * @param index the picture of the split
     * @param epoch epoch from zero
     * @param seed what all lots of the sample are drawn from
     * @param input receives the pixels
     * @param boxes receives the boxes, in pixels of the input
     * @return how the picture lies in the input, before mirroring; that of the input in itself for a mosaic; null where
     *     the picture cannot be read, the input is gray then
     */
    @Nullable
    Letterbox make(int index, int epoch, long seed, RgbImage input, BoxList boxes);

    @Override
    void close();
}
