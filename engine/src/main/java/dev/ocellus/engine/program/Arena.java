package dev.ocellus.engine.program;

import dev.ocellus.engine.graph.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Offsets in one block of memory for values with known lifetimes: values that live at the same time never overlap. Places
 * the largest value first, each at the lowest offset that is free during its whole life.
 *
 * <p>Source: Y. Pisarchyk and J. Lee, arXiv:2001.03288, "greedy by size".
 */
final class Arena {
    private static final long ALIGNMENT = 64;

    private record Block(Value value, long bytes, long from, long to) {}

    private final List<Block> blocks = new ArrayList<>();
    private final Map<Value, Long> offsets = new HashMap<>();

    /** Adds a value that lives from call {@code from} to call {@code to}, both included. */
    void add(Value value, long bytes, long from, long to) {
        blocks.add(new Block(value, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, from, to));
    }

    /** Chooses all offsets; returns the size of the arena in bytes. */
    long assign() {
        blocks.sort(Comparator.comparingLong(Block::bytes)
                .reversed()
                .thenComparingLong(Block::from)
                .thenComparingInt(block -> block.value().id()));
        List<Block> placed = new ArrayList<>();
        long size = 0;
        for (Block block : blocks) {
            long offset = lowestGap(block, placed);
            offsets.put(block.value(), offset);
            placed.add(block);
            placed.sort(Comparator.comparingLong(b -> offset(b.value())));
            size = Math.max(size, offset + block.bytes());
        }
        return size;
    }

    private long lowestGap(Block block, List<Block> placed) {
        long offset = 0;
        for (Block other : placed) {
            boolean alive = other.from() <= block.to() && block.from() <= other.to();
            if (alive
                    && offset(other.value()) < offset + block.bytes()
                    && offset < offset(other.value()) + other.bytes()) {
                offset = offset(other.value()) + other.bytes();
            }
        }
        return offset;
    }

    /** Offset of a value in bytes. */
    long offset(Value value) {
        Long offset = offsets.get(value);
        if (offset == null) {
            throw new IllegalStateException(value + " was not planned");
        }
        return offset;
    }
}
