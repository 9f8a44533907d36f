package dev.ocellus.engine.data.cache;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory that can be taken without making the machine swap. */
final class FreeMemory {

    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

    /** Share of it that a cache may take; the rest is for the network and for other programs. */
    private static final double SHARE = 0.6;

    private FreeMemory() {}

    /** Bytes that a cache may take now. */
    static long forCache() {
        return (long) (bytes() * SHARE);
    }

    /** Bytes that are free, or that the system would free on demand; within the limit of a container. */
    static long bytes() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long free = system.getFreeMemorySize();
        long available = memoryInfo("MemAvailable:");
        boolean contained = system.getTotalMemorySize() < memoryInfo("MemTotal:");
        return contained ? Math.min(free, available) : Math.max(free, available);
    }

    private static long memoryInfo(String name) {
        try {
            if (Files.exists(MEMORY_INFO)) {
                for (String line : Files.readAllLines(MEMORY_INFO)) {
                    if (line.startsWith(name)) {
                        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                    }
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }
}
