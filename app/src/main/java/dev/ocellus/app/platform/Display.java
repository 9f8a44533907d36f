package dev.ocellus.app.platform;

/** Whether a window can be shown here. */
public final class Display {

    private Display() {}

    /** False on a Linux machine without a display server, unless a headless platform was asked for. */
    public static boolean available() {
        if (Os.current() != Os.LINUX || "Headless".equals(System.getProperty("glass.platform"))) {
            return true;
        }
        String display = System.getenv("DISPLAY");
        return display != null && !display.isBlank();
    }
}
