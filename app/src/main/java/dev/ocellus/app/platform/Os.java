package dev.ocellus.app.platform;

import java.util.Locale;

/** The operating systems that differ for us. */
public enum Os {
    LINUX,
    WINDOWS,
    MAC;

    public static Os current() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.contains("mac") ? MAC : name.startsWith("win") ? WINDOWS : LINUX;
    }
}
