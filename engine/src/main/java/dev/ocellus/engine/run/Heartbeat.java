package dev.ocellus.engine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The sign of life of a run's process, as it stands in status.json.
 *
 * @param host name of the machine
 * @param pid process number
 * @param processStart when the process started, so that a later process of the same number is not taken for it
 * @param updated when the sign was given
 */
public record Heartbeat(String host, long pid, Instant processStart, Instant updated) {

    /** A process on another machine that gave no sign for so long is taken for dead. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    /** What the system may give as the start of one process differs by this much when the clock is set. */
    private static final Duration CLOCK = Duration.ofSeconds(2);

    private static final String HOST = hostName();

    /** The sign of this process, now. */
    public static Heartbeat now() {
        ProcessHandle self = ProcessHandle.current();
        return new Heartbeat(HOST, self.pid(), start(self), Instant.now());
    }

    /** Whether the process that gave the sign still runs. */
    public boolean alive(Instant now) {
        if (!host.equals(HOST)) {
            return Duration.between(updated, now).compareTo(SILENCE) < 0;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        return process.isPresent()
                && Duration.between(start(process.get()), processStart).abs().compareTo(CLOCK) <= 0;
    }

    /** As plain data. */
    Map<String, Object> plain() {
        return Map.of("host", host, "pid", pid, "process_start", processStart, "updated", updated);
    }

    /** From plain data. */
    static Heartbeat of(Map<?, ?> plain) {
        return new Heartbeat(
                String.valueOf(plain.get("host")),
                ((Number) Objects.requireNonNull(plain.get("pid"))).longValue(),
                Instant.parse(String.valueOf(plain.get("process_start"))),
                Instant.parse(String.valueOf(plain.get("updated"))));
    }

    private static Instant start(ProcessHandle process) {
        Instant exact = process.info().startInstant().orElse(Instant.EPOCH);
        return Instant.ofEpochMilli(exact.toEpochMilli());
    }

    /** Without asking a name server: that may take seconds where there is no network. */
    private static String hostName() {
        String windows = System.getenv("COMPUTERNAME");
        if (windows != null) {
            return windows;
        }
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "localhost";
        }
    }
}
