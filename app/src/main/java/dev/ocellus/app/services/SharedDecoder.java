package dev.ocellus.app.services;

import dev.ocellus.engine.data.image.ImageDecoder;
import org.jspecify.annotations.Nullable;

/** The one decoder of the studio, made when it is first needed: its native libraries would delay the first window. */
public final class SharedDecoder {

    private @Nullable ImageDecoder decoder;

    synchronized ImageDecoder get() {
        if (decoder == null) {
            decoder = new ImageDecoder();
        }
        return decoder;
    }
}
