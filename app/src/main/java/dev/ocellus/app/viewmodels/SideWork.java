package dev.ocellus.app.viewmodels;

import dev.ocellus.app.text.Message;
import java.util.Locale;

/**
 * Work that has no curve of its own: reading labels, validating.
 *
 * @param name in the words of the engine
 * @param total pieces in all, or −1 while unknown
 */
public record SideWork(String name, long done, long total) {

    /** Its name in the bundle, if the bundle has one. */
    public Message message() {
        return Message.of("work." + name.toLowerCase(Locale.ROOT).replace(' ', '-'));
    }

    /** From 0 to 1; −1 while unknown. */
    public double share() {
        return total > 0 ? Math.clamp((double) done / total, 0, 1) : -1;
    }
}
