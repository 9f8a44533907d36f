package dev.ocellus.engine.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a run comes from: all that one needs to tell two runs apart and to repeat one. Written as run.json when a run
 * starts, and again each time it is continued.
 *
 * @param started when this process began to work on the run
 * @param resumedFrom epoch after which the run was continued; 0 for a new run
 * @param commandLine words of the command, or empty if the window started the run
 * @param config the configuration with every value as requested, as it holds, and why
 * @param dataset description of the dataset: path, counts, and a hash over images and labels
 * @param machine description of the machine and the software
 */
public record RunRecord(
        Instant started,
        int resumedFrom,
        List<String> commandLine,
        RunConfig config,
        Map<String, @Nullable Object> dataset,
        Map<String, @Nullable Object> machine) {

    /** As plain data for JSON. */
    public Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("schema", "ocellus.run/1");
        plain.put("started", started);
        plain.put("resumed_from_epoch", resumedFrom);
        plain.put("command_line", commandLine);
        plain.put("dataset", dataset);
        plain.put("machine", machine);
        plain.put("config", settings(config));
        return plain;
    }

    /** Every setting of a configuration as plain data, by option name. */
    public static Map<String, @Nullable Object> settings(RunConfig config) {
        Map<String, @Nullable Object> settings = new LinkedHashMap<>();
        config.settings().forEach(setting -> settings.put(setting.option().name(), plain(setting)));
        return settings;
    }

    private static <T> Map<String, @Nullable Object> plain(Setting<T> setting) {
        OptionType<T> type = setting.option().type();
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("requested", type.plain(setting.requested()));
        plain.put("effective", type.plain(setting.effective()));
        plain.put("used", setting.used());
        plain.put("why", Optional.of(setting.why()).filter(why -> !why.isEmpty()));
        plain.put("source", setting.source().name().toLowerCase(java.util.Locale.ROOT));
        return plain;
    }
}
