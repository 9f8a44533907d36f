package dev.ocellus.app.services;

import dev.ocellus.engine.run.EpochRow;
import java.util.List;

/**
 * What an earlier run has left to look at.
 *
 * @param log the last lines of its log
 */
public record RunHistory(RunSummary summary, List<EpochRow> rows, List<String> log) {

    public RunHistory {
        rows = List.copyOf(rows);
        log = List.copyOf(log);
    }
}
