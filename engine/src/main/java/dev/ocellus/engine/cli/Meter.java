package dev.ocellus.engine.cli;

import dev.ocellus.engine.Progress;
import java.time.Duration;

/**
 * Shows how far work has come: a bar that is drawn over and over on a terminal, a line every few seconds elsewhere. Safe
 * for several threads.
 */
final class Meter implements Progress, AutoCloseable {

    private static final int BAR = 10;

    /** A line that the terminal breaks cannot be drawn over. */
    private static final int WIDTH = width();

    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final Duration REPORT = Duration.ofSeconds(10);

    private final Console console;
    private String work = "";
    private long workStart;
    private long lastShown;
    private int drawn;

    Meter(Console console) {
        this.console = console;
    }

    @Override
    public synchronized void report(String what, long done, long total) {
        long now = System.nanoTime();
        if (!what.equals(work)) {
            work = what;
            workStart = now;
            lastShown = console.terminal() ? 0 : now; // where lines stay, short work is worth one only
        }
        String count = total < 0 ? String.valueOf(done) : done + "/" + total;
        Duration spent = Duration.ofNanos(now - workStart);
        String left = total > 0 && done > 0 && done < total
                ? ", " + words(spent.multipliedBy(total - done).dividedBy(done)) + " left"
                : "";
        show(total > 0 ? (double) done / total : -1, what + " " + count + left, done == total);
    }

    /**
     * Shows a state of the work.
     *
     * @param share how much is done, 0…1; negative if unknown
     * @param text what to say about it
     * @param last whether nothing more will be said about this piece of work
     */
    synchronized void show(double share, String text, boolean last) {
        Duration since = Duration.ofNanos(System.nanoTime() - lastShown);
        boolean due = lastShown == 0 || since.compareTo(console.terminal() ? REDRAW : REPORT) >= 0;
        if (console.quiet() || !due && !last) {
            return;
        }
        lastShown = System.nanoTime();
        if (!console.terminal()) {
            console.err().println(text);
            return;
        }
        String whole = share < 0 ? text : bar(share) + " " + text;
        String line = whole.length() > WIDTH ? whole.substring(0, WIDTH) : whole;
        console.err().print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
        console.err().flush();
        drawn = line.length();
    }

    /** Writes a line that stays, above the bar. */
    synchronized void line(String text) {
        clear();
        console.note(text);
    }

    /** Removes the bar; the next one is drawn at once. */
    synchronized void clear() {
        if (drawn > 0) {
            console.err().print("\r" + " ".repeat(drawn) + "\r");
            console.err().flush();
            drawn = 0;
            lastShown = 0;
        }
    }

    @Override
    public void close() {
        clear();
    }

    private static String bar(double share) {
        int full = (int) Math.round(Math.clamp(share, 0, 1) * BAR);
        return "[%s%s] %d %%".formatted("#".repeat(full), ".".repeat(BAR - full), Math.round(share * 100));
    }

    private static int width() {
        try {
            return Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "80")) - 1;
        } catch (NumberFormatException e) {
            return 79;
        }
    }

    /** The two largest units of a span: {@code 1 h 05 min}, {@code 3 min 20 s}, {@code 12 s}. */
    static String words(Duration span) {
        long seconds = Math.round(span.toMillis() / 1000.0);
        if (seconds >= 3600) {
            return "%d h %02d min".formatted(seconds / 3600, seconds % 3600 / 60);
        }
        return seconds >= 60 ? "%d min %02d s".formatted(seconds / 60, seconds % 60) : seconds + " s";
    }
}
