package dev.ocellus.engine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machine and the software that a run runs on.
 *
 * @param os operating system and its version
 * @param architecture processor architecture
 * @param cpu name of the processor as it gives it
 * @param cores processors that this process may use
 * @param memoryBytes physical memory; −1 if unknown
 * @param heapBytes most memory that the Java heap may take
 * @param java version and maker of the Java runtime
 * @param ocellus version of this program
 */
public record Machine(
        String os,
        String architecture,
        String cpu,
        int cores,
        long memoryBytes,
        long heapBytes,
        String java,
        String ocellus) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

    /** The machine that this process runs on. */
    public static Machine here() {
        Runtime runtime = Runtime.getRuntime();
        String cpu = field(CPU_INFO, "model name")
                .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
                .orElse("unknown");
        return new Machine(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch"),
                cpu,
                runtime.availableProcessors(),
                kibibytes(MEMORY_INFO, "MemTotal"),
                runtime.maxMemory(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ", "
                        + System.getProperty("java.vendor") + ")",
                version());
    }

    /** Version of this program; "development" when it does not run from its jar. */
    public static String version() {
        return Optional.ofNullable(Machine.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /** As plain data for the run record. */
    public Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("os", os);
        plain.put("architecture", architecture);
        plain.put("cpu", cpu);
        plain.put("cores", cores);
        plain.put("memory_bytes", memoryBytes);
        plain.put("heap_bytes", heapBytes);
        plain.put("java", java);
        plain.put("ocellus", ocellus);
        return plain;
    }

    private static long kibibytes(Path file, String name) {
        return field(file, name)
                .map(value -> Long.parseLong(value.split(" ")[0]) * 1024)
                .orElse(-1L);
    }

    private static Optional<String> field(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
