package dev.ocellus.engine.data;

import dev.ocellus.engine.data.Problem.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects problems in bounded memory: of each rule the first few are kept and the rest is counted, so that a folder of
 * a million broken rows does not become a million sentences. For one thread.
 */
final class ProblemLog {

    private static final class Rule {
        final List<Problem> first = new ArrayList<>();
        long count;
    }

    private final Map<String, Rule> rules = new LinkedHashMap<>();
    private final int keep;

    /** @param keep how many problems of each rule are kept */
    ProblemLog(int keep) {
        this.keep = keep;
    }

    void error(String id, Path file, int line, String value, String message, String cure) {
        add(new Problem(Severity.ERROR, id, file, line, value, message, cure));
    }

    void warning(String id, Path file, int line, String value, String message, String cure) {
        add(new Problem(Severity.WARNING, id, file, line, value, message, cure));
    }

    void info(String id, Path file, int line, String value, String message, String cure) {
        add(new Problem(Severity.INFO, id, file, line, value, message, cure));
    }

    void add(Problem problem) {
        Rule rule = rules.computeIfAbsent(problem.id(), _ -> new Rule());
        rule.count++;
        if (rule.first.size() < keep) {
            rule.first.add(problem);
        }
    }

    /** Takes over the problems of another log, the counted ones too. */
    void addAll(ProblemLog other) {
        other.rules.forEach((id, theirs) -> {
            theirs.first.forEach(this::add);
            rules.computeIfAbsent(id, _ -> new Rule()).count += theirs.count - theirs.first.size();
        });
    }

    /** Everything, the worst first, and of each rule a last line that counts what is not listed. */
    List<Problem> list() {
        List<Problem> list = new ArrayList<>();
        for (Rule rule : rules.values()) {
            list.addAll(rule.first);
            long more = rule.count - rule.first.size();
            if (more > 0) {
                Problem last = rule.first.getLast();
                String message = "There are " + more + " more problems of this kind, not listed.";
                list.add(new Problem(last.severity(), last.id(), last.file(), 0, "", message, last.cure()));
            }
        }
        list.sort(Comparator.comparing(Problem::severity));
        return list;
    }
}
