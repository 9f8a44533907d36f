package dev.ocellus.engine.cli;

import dev.ocellus.engine.backend.Backend;
import dev.ocellus.engine.run.Machine;
import dev.ocellus.engine.run.RunConfig;
import dev.ocellus.engine.run.Scope;
import dev.ocellus.engine.train.Devices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ocellus doctor}: says what there is and what is wrong with it. */
final class DoctorCommand {

    private DoctorCommand() {}

    static int run(Request request, Console console) {
        request.configuration();
        Machine machine = Machine.here();
        Map<String, @Nullable Object> data = new LinkedHashMap<>(machine.plain());
        String device;
        try (Backend backend =
                Devices.open(Devices.resolve(RunConfig.builder(Scope.BENCH).build()))) {
            device = backend.description();
            data.put("devices", List.of(Map.of("name", backend.name(), "description", device)));
        }
        console.result(data, """
            System     %s, %s
            Processor  %s, %d cores
            Memory     %s, Java heap up to %s
            Java       %s
            Ocellus    %s
            Devices    %s\
            """.formatted(
                        machine.os(),
                        machine.architecture(),
                        machine.cpu(),
                        machine.cores(),
                        mebibytes(machine.memoryBytes()),
                        mebibytes(machine.heapBytes()),
                        machine.java(),
                        machine.ocellus(),
                        device));
        return 0;
    }

    static String mebibytes(long bytes) {
        return bytes < 0 ? "unknown" : (bytes >> 20) + " MiB";
    }
}
