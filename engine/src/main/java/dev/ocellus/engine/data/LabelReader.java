package dev.ocellus.engine.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads label files in YOLO format. A row that gives no box is left out and reported, the others stay. Safe for any
 * number of threads.
 */
final class LabelReader {
    private static final long MAX_BYTES = 16 << 20;
    private static final int PROBLEMS_A_RULE = 20;

    private final ClassIds classes;
    private final @Nullable KeypointShape keypoints;

    LabelReader(ClassIds classes, @Nullable KeypointShape keypoints) {
        this.classes = classes;
        this.keypoints = keypoints;
    }

    /**
     * @param width of the upright image, in pixels
     * @param height of the upright image, in pixels
     */
    Labels read(Path file, int width, int height) {
        ProblemLog problems = new ProblemLog(PROBLEMS_A_RULE);
        List<String> lines;
        try {
            lines = TextFile.readLeniently(file, MAX_BYTES).lines().toList();
        } catch (IOException e) {
            problems.error(
                    "label-unreadable",
                    file,
                    0,
                    "",
                    "The label file cannot be read: " + e.getMessage() + ".",
                    "Check that it is a text file and that you may read it.");
            return new Labels(List.of(), 0, problems);
        }
        return new Rows(file, width, height, problems).read(lines);
    }

    /** The rows of one file. */
    private final class Rows {
        private final Path file;
        private final int width;
        private final int height;
        private final ProblemLog problems;
        private final LabelRow row = new LabelRow(classes, keypoints);
        private final Set<Box> boxes = new LinkedHashSet<>();
        private final Map<RowRemark, List<Integer>> remarks = new EnumMap<>(RowRemark.class);
        private int refused;

        Rows(Path file, int width, int height, ProblemLog problems) {
            this.file = file;
            this.width = width;
            this.height = height;
            this.problems = problems;
        }

        Labels read(List<String> lines) {
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (line.startsWith("#")) {
                    remark(RowRemark.COMMENT, i + 1);
                } else if (!line.isEmpty()) {
                    read(line, i + 1);
                }
            }
            remarks.forEach((remark, at) -> problems.add(
                    remark.at(file, at.getFirst(), lines.get(at.getFirst() - 1).strip(), at.size())));
            return new Labels(new ArrayList<>(boxes), refused, problems);
        }

        private void read(String line, int number) {
            try {
                Box box = row.read(line);
                if (box.w() * width < 1 || box.h() * height < 1) {
                    remark(RowRemark.TINY, number);
                }
                row.remarks().forEach(remark -> remark(remark, number));
                if (!boxes.add(box)) {
                    remark(RowRemark.DUPLICATE, number);
                    refused++;
                }
            } catch (LabelFault fault) {
                problems.error(fault.id(), file, number, fault.value(), fault.message(), fault.cure());
                refused++;
            }
        }

        private void remark(RowRemark remark, int number) {
            remarks.computeIfAbsent(remark, _ -> new ArrayList<>()).add(number);
        }
    }
}
