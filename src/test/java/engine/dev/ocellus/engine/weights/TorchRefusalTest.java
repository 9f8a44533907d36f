package dev.ocellus.engine.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a checkpoint may not contain, and that each refusal names it. */
class TorchRefusalTest {
    private static final Path FILE = Path.of("hostile.pt");

    @ParameterizedTest
    @CsvSource({
        "os, system",
        "posix, system",
        "builtins, eval",
        "builtins, getattr",
        "torch, load",
        "torch.storage, _load_from_bytes",
        "torch._utils, _rebuild_tensor_v3",
        "torch, ComplexFloatStorage",
        "torch, Storage",
        "ultralytics.nn.tasks, DetectionModel",
        "numpy.core.multiarray, scalar",
        "pathlib, PosixPath",
        "collections, defaultdict",
    })
    void namesOfPythonAreRefusedByName(String module, String name) {
        HostileCheckpoint file =
                new HostileCheckpoint().global(module, name).code('(').text("x").code('t', 'R', '.');
        String cure = refused(file.file(), "\"" + module + "." + name + "\"").cure();
        assertTrue(cure.contains("state_dict()"), cure);
    }

    @Test
    void namesInMessagesCannotCommandTheTerminalNorFillIt() {
        byte[] file = new HostileCheckpoint()
                .text("x".repeat(9000))
                .text("\u001b[2Jname")
                .code(0x93, '.')
                .file();
        String message = refused(file, "is more than data").getMessage();
        assertTrue(message.length() < 2000 && message.chars().noneMatch(Character::isISOControl), message);
    }

    @Test
    void aNameOnTheStackIsRefusedToo() {
        byte[] file = new HostileCheckpoint()
                .text("os")
                .text("system")
                .code(0x93, '.')
                .file();
        refused(file, "\"os.system\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x81, 0x92, 'i', 'o', 0x82, 0x83, 0x84})
    void instructionsThatMakeObjectsAreRefused(int instruction) {
        refused(new HostileCheckpoint().code(')', ')', instruction, '.').file(), "is more than data");
    }

    @ParameterizedTest
    @ValueSource(ints = {'P', 'I', 'L', 'V', 'S', 'F', 'p', 'g', 'd', 'l', '2', 0x97, 0x98, 0xFF, 0})
    void instructionsOfNoUseToPlainDataAreRefused(int instruction) {
        refused(new HostileCheckpoint().code('}', instruction, '.').file(), "0x" + Integer.toHexString(instruction));
    }

    @Test
    void attributesAreOnlyDroppedFromDictionaries() throws IOException {
        assertEquals(
                0,
                ((java.util.Map<?, ?>) read(new HostileCheckpoint()
                                        .global("collections", "OrderedDict")
                                        .code(')', 'R', '}', 'b', '.')
                                        .file())
                                .root())
                        .size());
        refused(new HostileCheckpoint().code(']', '}', 'b', '.').file(), "attributes");
    }

    @Test
    void namesAndStoragesAreNotValues() {
        refused(
                new HostileCheckpoint()
                        .global("collections", "OrderedDict")
                        .code('.')
                        .file(),
                "as a value");
        refused(
                new HostileCheckpoint()
                        .global("torch", "FloatStorage")
                        .code('.')
                        .file(),
                "as a value");
        HostileCheckpoint storage = new HostileCheckpoint().entry("a/data/0", new byte[8]);
        storage.code('(')
                .text("storage")
                .global("torch", "FloatStorage")
                .text("0")
                .text("cpu")
                .integer(2);
        refused(storage.code('t', 'Q', '.').file(), "a storage outside");
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, 3, 1, element 2 of a storage of 2",
        "2, 1, 2, 1, element 2 of a storage of 2",
        "2, 0, 2, 2, element 2 of a storage of 2",
        "2, -1, 1, 1, -1",
        "2, 0, -1, 1, -1",
        "2, 0, 2, -1, -1",
        "3, 0, 1, 1, 8 bytes in a/data/0 for 3",
        "-1, 0, 1, 1, 8 bytes in a/data/0 for -1",
        "2, 2147483647, 2147483647, 2147483647, element",
        "2, 0, 1000000000, 0, repeat",
    })
    void viewsOutsideTheirStorageAreRefused(int elements, int offset, int size, int stride, String named) {
        HostileCheckpoint file = new HostileCheckpoint().entry("a/data/0", new byte[8]);
        file.tensor("FloatStorage", "0", elements, offset, new int[] {size}, new int[] {stride});
        refused(file.code('.').file(), named);
    }

    @Test
    void aTensorOfMoreElementsThanCanBeCountedIsRefused() {
        int most = Integer.MAX_VALUE;
        HostileCheckpoint file = new HostileCheckpoint().entry("a/data/0", new byte[8]);
        file.tensor("FloatStorage", "0", 2, 0, new int[] {most, most, most}, new int[] {0, 0, 0});
        refused(file.code('.').file(), "more elements");
        file = new HostileCheckpoint().entry("a/data/0", new byte[8]);
        file.tensor("FloatStorage", "0", 2, 0, new int[17], new int[17]);
        refused(file.code('.').file(), "at most 16");
        file = new HostileCheckpoint().entry("a/data/0", new byte[8]);
        file.tensor("FloatStorage", "0", 2, 0, new int[] {1}, new int[] {});
        refused(file.code('.').file(), "1 dimensions and 0 strides");
    }

    @Test
    void aStorageThatIsNotThereIsRefusedByName() {
        HostileCheckpoint file = new HostileCheckpoint();
        file.tensor("FloatStorage", "../../etc/passwd", 1, 0, new int[] {1}, new int[] {1});
        refused(file.code('.').file(), "a/data/../../etc/passwd");
    }

    @Test
    void valuesThatContainThemselvesAreRefused() {
        refused(new HostileCheckpoint().code(']', 'q', 0, 'h', 0, 'a', '.').file(), "contain themselves");
        HostileCheckpoint doubled = new HostileCheckpoint().code(']', 'q', 0);
        for (int i = 0; i < 50; i++) {
            doubled.code('0', '(', 'h', i, 'h', i, 't', 'q', i + 1);
        }
        refused(doubled.code('.').file(), "nested without end");
    }

    @Test
    void lengthsThatTheFileDoesNotBearOutAreRefused() {
        for (int instruction : new int[] {'X', 'B', 0x8b}) {
            refused(
                    new HostileCheckpoint()
                            .code(instruction)
                            .length(0x7FFFFFF0)
                            .code('.')
                            .file(),
                    "data.pkl");
        }
        for (int instruction : new int[] {0x8d, 0x8e, 0x96}) {
            refused(
                    new HostileCheckpoint()
                            .code(instruction)
                            .length(-1)
                            .length(-1)
                            .code('.')
                            .file(),
                    "ends in the");
        }
        byte[] integer = new HostileCheckpoint()
                .code(0x8b)
                .length(2000)
                .code(new int[2000])
                .code('.')
                .file();
        refused(integer, "integer of 2000 bytes");
        refused(new HostileCheckpoint().global("m".repeat(1000), "n").file(), "512");
        refused(new HostileCheckpoint().file(), "ends in the middle");
        refused(new HostileCheckpoint().code(0x80, 6).file(), "protocol 6");
    }

    @Test
    void aMachineThatIsMisusedIsRefused() {
        int[][] programs = {
            {'.'},
            {'0', '.'},
            {'t', '.'},
            {'h', 7, '.'},
            {'(', 'q', 0, '.'},
            {'K', 1, 'K', 2, 'a', '.'},
            {']', 'K', 1, 'K', 2, 's', '.'},
            {'}', '(', 'K', 1, 'u', '.'},
            {'}', ']', 'N', 's', '.'},
            {']', '(', 0x90, '.'},
            {'K', 1, ')', 'R', '.'},
            {'N', 'Q', '.'},
            {'K', 1, '(', 0x85, '.'}
        };
        for (int[] program : programs) {
            refused(new HostileCheckpoint().code(program).file(), "data.pkl");
        }
    }

    @Test
    void archivesThatAreNotCheckpointsAreRefused() {
        refused(new HostileCheckpoint().entry("readme.txt", new byte[3]).archive(), "0 files named data.pkl");
        refused(new HostileCheckpoint().entry("b/data.pkl", new byte[3]).file(), "2 files named data.pkl");
        refused(new HostileCheckpoint().entry("a/constants.pkl", new byte[3]).file(), "TorchScript");
        refused(new HostileCheckpoint().entry("a/../../x", new byte[3]).file(), "a/../../x");
        refused(new HostileCheckpoint().entry("/x", new byte[3]).file(), "\"/x\"");
        byte[] big = "big".getBytes(StandardCharsets.UTF_8);
        refused(new HostileCheckpoint().code('N', '.').entry("a/byteorder", big).file(), "little endian");
    }

    @Test
    void compressedEntriesAreRefusedAndNeverUnpacked() {
        HostileCheckpoint bomb = new HostileCheckpoint();
        bomb.entry("a/data.pkl", new byte[1 << 20], ZipEntry.DEFLATED);
        refused(bomb.archive(), "compressed");
    }

    @Test
    void aStorageWithOtherBytesThanItsChecksumIsRefusedWhenLoaded() {
        HostileCheckpoint file = new HostileCheckpoint().entry("a/data/0", new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        file.tensor("FloatStorage", "0", 2, 0, new int[] {2}, new int[] {1});
        byte[] bytes = file.code('.').file();
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\1\2\3\4\5\6\7\10");
        bytes[at]++;
        TorchTensor tensor = (TorchTensor) read(bytes).root();
        try (Arena arena = Arena.ofConfined()) {
            StudioException fault = assertThrows(StudioException.class, () -> tensor.load(arena));
            assertTrue(fault.getMessage().contains("a/data/0"), fault.getMessage());
        }
    }

    @Test
    void aFileThatIsReadFromDiskIsNamed() throws IOException {
        Path file = Files.createTempFile("cut", ".pt");
        Files.write(file, new byte[] {'P', 'K', 3, 4});
        try (Arena arena = Arena.ofConfined()) {
            StudioException fault = assertThrows(StudioException.class, () -> TorchCheckpoint.read(file, arena));
            assertTrue(fault.getMessage().startsWith(file.toString()));
        } finally {
            Files.delete(file);
        }
    }

    private static TorchCheckpoint read(byte[] bytes) {
        return TorchCheckpoint.read(FILE, MemorySegment.ofArray(bytes));
    }

    private static StudioException refused(byte[] bytes, String named) {
        StudioException fault = assertThrows(StudioException.class, () -> read(bytes));
        assertEquals(StudioException.Kind.MODEL, fault.kind());
        assertTrue(fault.getMessage().startsWith("hostile.pt "), fault.getMessage());
        assertTrue(fault.getMessage().contains(named), fault.getMessage());
        assertFalse(fault.cure().isEmpty());
        return fault;
    }
}
