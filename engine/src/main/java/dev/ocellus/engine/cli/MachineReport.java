package dev.ocellus.engine.cli;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.backend.cuda.CudaDevice;
import dev.ocellus.engine.backend.cuda.GpuReport;
import dev.ocellus.engine.run.Machine;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.run.Source;
import dev.ocellus.engine.train.Devices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this machine offers for training, as data and as text.
 *
 * @param processor the CPU backend in words
 */
record MachineReport(Machine machine, String processor, GpuReport gpu) {

    /** Looks at this machine. */
    static MachineReport here() {
        RunConfig onCpu = Devices.resolve(RunConfig.builder(Scope.BENCH_STEP)
                .set("device", "cpu", Source.COMMAND_LINE)
                .build());
        try (Backend cpu = Devices.open(onCpu)) {
            return new MachineReport(Machine.here(), cpu.description(), GpuReport.here());
        }
    }

    /** Devices that can be used, by the name that selects them, the one that {@code device=auto} takes first. */
    private Map<String, String> devices() {
        Map<String, String> devices = new LinkedHashMap<>();
        if (gpu.usable()) {
            for (CudaDevice device : gpu.devices()) {
                devices.put(device.ordinal() == 0 ? "cuda" : "cuda:" + device.ordinal(), device.description());
            }
        }
        devices.put("cpu", processor);
        return devices;
    }

    Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>(machine.plain());
        List<Map<String, String>> devices = new ArrayList<>();
        devices().forEach((name, description) -> devices.add(Map.of("name", name, "description", description)));
        data.put("devices", devices);
        data.put("gpu", gpuData());
        return data;
    }

    private Map<String, @Nullable Object> gpuData() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("usable", gpu.usable());
        data.put("problem", gpu.obstacle());
        data.put("cure", gpu.cure());
        data.put("devices", gpu.devices().stream().map(MachineReport::data).toList());
        data.put("libraries", gpu.libraries().stream().map(MachineReport::data).toList());
        return data;
    }

    private static Map<String, @Nullable Object> data(CudaDevice device) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("number", device.ordinal());
        data.put("name", device.name());
        data.put("compute_capability", device.major() + "." + device.minor());
        data.put("multiprocessors", device.multiprocessors());
        data.put("memory_bytes", device.memoryBytes());
        return data;
    }

    private static Map<String, @Nullable Object> data(GpuReport.Library library) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", library.name());
        data.put("purpose", library.purpose());
        data.put("needed", library.needed());
        data.put("version", library.version());
        data.put("file", library.file());
        data.put("problem", library.problem());
        data.put("cure", library.cure());
        return data;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        row(text, "System", machine.os() + ", " + machine.architecture());
        row(text, "Processor", machine.cpu() + ", " + machine.cores() + " cores");
        row(
                text,
                "Memory",
                DoctorCommand.mebibytes(machine.memoryBytes()) + ", Java heap up to "
                        + DoctorCommand.mebibytes(machine.heapBytes()));
        row(text, "Java", machine.java());
        row(text, "Ocellus", machine.ocellus());
        devices().forEach((name, description) -> row(text, "device=" + name, description));
        if (!gpu.usable()) {
            row(text, "No GPU", gpu.obstacle());
            row(text, "", gpu.cure());
        }
        if (gpu.hasDriver()) {
            gpu.libraries().forEach(library -> row(text, library));
        }
        return text.toString().stripTrailing();
    }

    private static void row(StringBuilder text, GpuReport.Library library) {
        if (library.usable()) {
            row(text, library.name(), library.version() + "  " + library.file());
            return;
        }
        String without = library.needed() ? "" : "; training works without it";
        row(text, "Missing", "%s It %s%s.".formatted(library.problem(), library.purpose(), without));
        row(text, "", library.cure());
    }

    private static void row(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append("%-14s%s%n".formatted(label, value));
        }
    }
}
