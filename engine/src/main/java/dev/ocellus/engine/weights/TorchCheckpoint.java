package dev.ocellus.engine.weights;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of {@code torch.save} in PyTorch's zip format (since 1.6), as plain data. Only texts, numbers, bytes, lists,
 * dictionaries, sets and tensors are accepted; nothing is ever executed, whatever the file asks for. Tensors stay in the
 * file until they are loaded.
 *
 * @param root the value that was saved: {@link Map}, {@link List}, {@link Set}, {@link String}, {@link Long}, {@link
 *     java.math.BigInteger}, {@link Double}, {@link Boolean}, {@code byte[]}, null or {@link TorchTensor}, at most {@value
 *     #DEEPEST} levels deep and without cycles
 */
public record TorchCheckpoint(@Nullable Object root) {
    private static final String PICKLE = "data.pkl";
    private static final long LONGEST_PICKLE = 64 << 20;
    private static final int DEEPEST = 64;
    private static final int MOST_VALUES = 4_000_000;
    private static final String SAVE_AGAIN =
            "Load it in Python with a current PyTorch and save it again: torch.save(torch.load(path), path).";

    /**
     * Opens a file. Its tensors can be loaded until the arena is closed.
     *
     * @throws dev.ocellus.engine.StudioException of kind MODEL if it is damaged, of another format, or more than data
     */
    public static TorchCheckpoint read(Path file, Arena arena) {
        return read(file, MappedFile.map(file, arena));
    }

    static TorchCheckpoint read(Path file, MemorySegment bytes) {
        StoredZip zip = new StoredZip(file, bytes);
        String root = root(file, zip);
        requireSupported(file, zip, root);
        StoredZip.Entry pickle = Objects.requireNonNull(zip.get(root + PICKLE));
        if (pickle.size() > LONGEST_PICKLE) {
            throw BadFile.refuse(
                    file,
                    "has a data.pkl of " + pickle.size() + " bytes; at most " + LONGEST_PICKLE + " are accepted",
                    "Save only the weights of the model.");
        }
        TorchGlobals globals = new TorchGlobals(file, zip, root);
        Object value = new Unpickler(file, pickle.content().asByteBuffer(), globals).load();
        new Inspection(file, bytes.byteSize()).visit(value, 0);
        return new TorchCheckpoint(value);
    }

    /** Whether the bytes are those of the format before the zip archives. */
    static boolean isLegacy(MemorySegment bytes) {
        byte[] magic = {(byte) 0x80, 2, (byte) 0x8a, 10, 0x6c, (byte) 0xfc, (byte) 0x9c, 0x46};
        return bytes.byteSize() >= magic.length
                && bytes.asSlice(0, magic.length).mismatch(MemorySegment.ofArray(magic)) < 0;
    }

    private static String root(Path file, StoredZip zip) {
        List<String> roots = zip.entries().keySet().stream()
                .filter(name -> name.endsWith("/" + PICKLE) && name.indexOf('/') == name.lastIndexOf('/'))
                .map(name -> name.substring(0, name.length() - PICKLE.length()))
                .toList();
        if (roots.size() != 1) {
            throw BadFile.refuse(
                    file,
                    "is a zip archive with " + roots.size() + " files named data.pkl where a checkpoint has one",
                    "Give a file that torch.save has written.");
        }
        return roots.getFirst();
    }

    private static void requireSupported(Path file, StoredZip zip, String root) {
        if (zip.get(root + "constants.pkl") != null) {
            throw BadFile.refuse(
                    file,
                    "is a TorchScript program, not a checkpoint",
                    "In Python: torch.save({\"model\": torch.jit.load(path).state_dict()}, \"weights.pt\").");
        }
        StoredZip.Entry order = zip.get(root + "byteorder");
        if (order != null) {
            byte[] text = order.size() > 16 ? new byte[0] : order.content().toArray(ValueLayout.JAVA_BYTE);
            if (!new String(text, StandardCharsets.UTF_8).equals("little")) {
                throw BadFile.refuse(
                        file,
                        "holds its numbers in another order of bytes than little endian",
                        "Load it in Python on this kind of machine and save it again.");
            }
        }
    }

    /** Refusal of the format before the zip archives. */
    static RuntimeException legacy(Path file) {
        return BadFile.refuse(
                file, "is in the format that PyTorch wrote before version 1.6, not a zip archive", SAVE_AGAIN);
    }

    /** Walks over all values once, so that nobody after it can get lost in them. */
    private static final class Inspection {
        private final Path file;
        private final long fileBytes;
        private int values;
        private long copiedBytes;

        Inspection(Path file, long fileBytes) {
            this.file = file;
            this.fileBytes = fileBytes;
        }

        void visit(@Nullable Object value, int depth) {
            if (depth > DEEPEST || ++values > MOST_VALUES) {
                throw BadFile.refuse(
                        file, "holds values that contain themselves or are nested without end", BadFile.DAMAGED);
            }
            switch (value) {
                case Map<?, ?> map -> map.values().forEach(item -> visit(item, depth + 1));
                case Collection<?> items -> items.forEach(item -> visit(item, depth + 1));
                case TorchTensor tensor -> count(tensor);
                case TorchGlobals.Global global ->
                    throw BadFile.refuse(
                            file, "holds " + global + " itself as a value", TorchGlobals.SAVE_NUMBERS_ONLY);
                case TorchStorage storage ->
                    throw BadFile.refuse(file, "holds a storage outside of any tensor", TorchGlobals.SAVE_NUMBERS_ONLY);
                case null, default -> {}
            }
        }

        /** Views that repeat elements could ask for any amount of memory; honest ones never need more than the file. */
        private void count(TorchTensor tensor) {
            copiedBytes = Math.addExact(copiedBytes, tensor.copiedBytes());
            if (copiedBytes > fileBytes) {
                throw BadFile.refuse(
                        file,
                        "holds views that repeat elements and would need more memory than the file has",
                        "Save it again with torch.save, each tensor after .clone().");
            }
        }
    }
}
