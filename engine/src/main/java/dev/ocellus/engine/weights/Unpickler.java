package dev.ocellus.engine.weights;

import dev.ocellus.engine.StudioException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of Python's pickle language (protocols 2 to 5) that describes plain data. It is a machine with a stack
 * and a memo; of its instructions only those are known that build texts, numbers, bytes, lists, tuples, dictionaries,
 * sets, and those that {@link TorchGlobals} gives a meaning. All others, and everything that would make an object of a
 * class, are refused. A hostile file can neither run anything nor take more than a fixed number of steps.
 *
 * <p>Dictionaries become {@link Map}, lists and tuples {@link List}, sets {@link java.util.Set}, integers {@link Long} (or
 * {@link BigInteger} beyond 64 bits), None null.
 *
 * <p>Source: the comments in pickletools.py of the Python library.
 */
final class Unpickler {
    private static final int MOST_INSTRUCTIONS = 4_000_000;
    private static final int LONGEST_INTEGER = 1024;
    private static final int NEWEST_PROTOCOL = 5;

    private final Path file;
    private final PickleInput in;
    private final TorchGlobals globals;
    private final List<@Nullable Object> stack = new ArrayList<>();
    private final Deque<Integer> marks = new ArrayDeque<>();
    private final Map<Integer, @Nullable Object> memo = new HashMap<>();

    Unpickler(Path file, ByteBuffer pickle, TorchGlobals globals) {
        this.file = file;
        this.in = new PickleInput(file, pickle);
        this.globals = globals;
    }

    /**
     * The value that the pickle describes; it may contain itself.
     *
     * @throws StudioException of kind MODEL if the pickle is malformed or describes more than data
     */
    @Nullable
    Object load() {
        for (int i = 0; i < MOST_INSTRUCTIONS; i++) {
            int instruction = in.u8();
            if (instruction == '.') {
                return pop();
            }
            if (!scalar(instruction) && !memory(instruction) && !collection(instruction) && !object(instruction)) {
                throw unknown(instruction);
            }
        }
        throw BadFile.refuse(
                file, "describes more than " + MOST_INSTRUCTIONS + " values", "Save only the weights of the model.");
    }

    /** Instructions that push a constant. */
    private boolean scalar(int instruction) {
        switch (instruction) {
            case 'N' -> stack.add(null);
            case 0x88 -> stack.add(true);
            case 0x89 -> stack.add(false);
            case 'J' -> stack.add((long) in.i32());
            case 'K' -> stack.add((long) in.u8());
            case 'M' -> stack.add((long) in.u16());
            case 0x8a -> stack.add(integer(in.u8()));
            case 0x8b -> stack.add(integer(in.i32()));
            case 'G' -> stack.add(in.f64());
            case 'X' -> stack.add(in.text(Integer.toUnsignedLong(in.i32())));
            case 0x8c -> stack.add(in.text(in.u8()));
            case 0x8d -> stack.add(in.text(in.i64()));
            case 'B' -> stack.add(in.take(Integer.toUnsignedLong(in.i32())));
            case 'C' -> stack.add(in.take(in.u8()));
            case 0x8e, 0x96 -> stack.add(in.take(in.i64()));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Instructions about the machine itself: protocol, frames, stack and memo. */
    private boolean memory(int instruction) {
        switch (instruction) {
            case 0x80 -> requireProtocol(in.u8());
            case 0x95 -> in.i64(); // length of a frame, of use to readers of streams only
            case '(' -> marks.push(stack.size());
            case '0' -> pop();
            case '1' -> popToMark();
            case 'q' -> memo.put(in.u8(), peek());
            case 'r' -> memo.put(in.i32(), peek());
            case 0x94 -> memo.put(memo.size(), peek());
            case 'h' -> stack.add(recall(in.u8()));
            case 'j' -> stack.add(recall(in.i32()));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Instructions that build lists, tuples, dictionaries and sets. */
    private boolean collection(int instruction) {
        switch (instruction) {
            case ']' -> stack.add(new ArrayList<>());
            case ')' -> stack.add(List.of());
            case '}' -> stack.add(new LinkedHashMap<>());
            case 0x8f -> stack.add(new LinkedHashSet<>());
            case 0x85 -> tuple(popLast(1));
            case 0x86 -> tuple(popLast(2));
            case 0x87 -> tuple(popLast(3));
            case 't' -> tuple(popToMark());
            case 'a' -> append(popLast(1));
            case 'e' -> append(popToMark());
            case 's' -> put(popLast(2));
            case 'u' -> put(popToMark());
            case 0x90 -> addAll(popToMark());
            case 0x91 -> {
                List<@Nullable Object> items = popToMark();
                stack.add(new LinkedHashSet<>());
                addAll(items);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Instructions that name something of Python's, or apply it. */
    private boolean object(int instruction) {
        switch (instruction) {
            case 'c' -> stack.add(globals.find(in.line(), in.line()));
            case 0x93 -> {
                Object name = pop();
                stack.add(globals.find(String.valueOf(pop()), String.valueOf(name)));
            }
            case 'Q' -> stack.add(globals.storage(pop()));
            case 'R' -> {
                Object arguments = pop();
                stack.add(globals.call(pop(), arguments));
            }
            case 'b' -> dropAttributes();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void requireProtocol(int protocol) {
        if (protocol > NEWEST_PROTOCOL) {
            throw BadFile.refuse(
                    file,
                    "is written in pickle protocol " + protocol + "; up to " + NEWEST_PROTOCOL + " is known",
                    "Save it with torch.save(..., pickle_protocol=2).");
        }
    }

    /** Two's complement, little endian. */
    private Number integer(int length) {
        if (length > LONGEST_INTEGER) {
            throw malformed("has an integer of " + length + " bytes");
        }
        byte[] bytes = in.take(length);
        byte[] reversed = new byte[length + 1];
        for (int i = 0; i < length; i++) {
            reversed[length - i] = bytes[i];
        }
        reversed[0] = (byte) (length > 0 && bytes[length - 1] < 0 ? -1 : 0);
        BigInteger integer = new BigInteger(reversed);
        if (integer.bitLength() < Long.SIZE) {
            return integer.longValue();
        }
        return integer;
    }

    private void tuple(List<@Nullable Object> items) {
        stack.add(Collections.unmodifiableList(items));
    }

    @SuppressWarnings("unchecked")
    private void append(List<@Nullable Object> items) {
        if (!(peek() instanceof ArrayList<?> list)) {
            throw malformed("appends to what is no list");
        }
        ((List<@Nullable Object>) list).addAll(items);
    }

    @SuppressWarnings("unchecked")
    private void put(List<@Nullable Object> items) {
        if (!(peek() instanceof Map<?, ?> dict) || items.size() % 2 != 0) {
            throw malformed("sets items of what is no dictionary");
        }
        for (int i = 0; i < items.size(); i += 2) {
            ((Map<@Nullable Object, @Nullable Object>) dict).put(globals.key(items.get(i)), items.get(i + 1));
        }
    }

    @SuppressWarnings("unchecked")
    private void addAll(List<@Nullable Object> items) {
        if (!(peek() instanceof LinkedHashSet<?> set)) {
            throw malformed("adds to what is no set");
        }
        items.forEach(item -> ((Collection<@Nullable Object>) set).add(globals.key(item)));
    }

    /** A module's state dict is an ordered dictionary with an attribute that tells the versions of its layers. */
    private void dropAttributes() {
        pop();
        if (!(peek() instanceof Map<?, ?>)) {
            throw BadFile.refuse(
                    file, "is more than data: it sets attributes of an object", TorchGlobals.SAVE_NUMBERS_ONLY);
        }
    }

    private @Nullable Object recall(int index) {
        if (!memo.containsKey(index)) {
            throw malformed("refers to value " + index + ", which it has not stored");
        }
        return memo.get(index);
    }

    private @Nullable Object pop() {
        return popLast(1).getFirst();
    }

    private @Nullable Object peek() {
        requireDepth(1);
        return stack.getLast();
    }

    private List<@Nullable Object> popLast(int count) {
        requireDepth(count);
        return popFrom(stack.size() - count);
    }

    private List<@Nullable Object> popToMark() {
        if (marks.isEmpty()) {
            throw malformed("closes a list that it has not opened");
        }
        return popFrom(marks.pop());
    }

    private List<@Nullable Object> popFrom(int index) {
        List<@Nullable Object> tail = stack.subList(index, stack.size());
        List<@Nullable Object> items = new ArrayList<>(tail);
        tail.clear();
        return items;
    }

    /** What lies below the last mark belongs to a collection that is still open. */
    private void requireDepth(int count) {
        int floor = marks.isEmpty() ? 0 : marks.peek();
        if (stack.size() - floor < count) {
            throw malformed("takes a value where there is none");
        }
    }

    private StudioException unknown(int instruction) {
        String code = "0x" + Integer.toHexString(instruction);
        return switch (instruction) {
            case 0x81, 0x92, 'i', 'o' ->
                BadFile.refuse(
                        file,
                        "is more than data: it makes an object of a class (pickle instruction " + code + ")",
                        TorchGlobals.SAVE_NUMBERS_ONLY);
            case 0x82, 0x83, 0x84 ->
                BadFile.refuse(
                        file,
                        "is more than data: it uses a registered extension (pickle instruction " + code + ")",
                        TorchGlobals.SAVE_NUMBERS_ONLY);
            default -> malformed("has the unknown pickle instruction " + code);
        };
    }

    private StudioException malformed(String what) {
        return BadFile.refuse(file, what + " before byte " + in.position() + " of its data.pkl", BadFile.DAMAGED);
    }
}
