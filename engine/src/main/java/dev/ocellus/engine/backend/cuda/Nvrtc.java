package dev.ocellus.engine.backend.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ocellus.engine.StudioException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** NVIDIA's compiler of CUDA C++ at run time. Safe on any thread. */
final class Nvrtc {
    private static final FunctionDescriptor PROGRAM_TEXT = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);

    private final MethodHandle create;
    private final MethodHandle compile;
    private final MethodHandle destroy;
    private final MethodHandle logSize;
    private final MethodHandle log;
    private final MethodHandle cubinSize;
    private final MethodHandle cubin;
    private final MethodHandle ptxSize;
    private final MethodHandle ptx;
    private final String version;
    private final int[] architectures;

    Nvrtc(NativeLibrary library) {
        create = library.function(
                "nvrtcCreateProgram",
                FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
        compile = library.function("nvrtcCompileProgram", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
        destroy = library.function("nvrtcDestroyProgram", FunctionDescriptor.of(JAVA_INT, ADDRESS));
        logSize = library.function("nvrtcGetProgramLogSize", PROGRAM_TEXT);
        log = library.function("nvrtcGetProgramLog", PROGRAM_TEXT);
        cubinSize = library.function("nvrtcGetCUBINSize", PROGRAM_TEXT);
        cubin = library.function("nvrtcGetCUBIN", PROGRAM_TEXT);
        ptxSize = library.function("nvrtcGetPTXSize", PROGRAM_TEXT);
        ptx = library.function("nvrtcGetPTX", PROGRAM_TEXT);
        version = version(library.function("nvrtcVersion", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS)));
        architectures = architectures(library);
    }

    private static int[] architectures(NativeLibrary library) {
        FunctionDescriptor tellsNumbers = FunctionDescriptor.of(JAVA_INT, ADDRESS);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            check(Native.call(library.function("nvrtcGetNumSupportedArchs", tellsNumbers), count), "count its targets");
            MemorySegment list = arena.allocate(JAVA_INT, count.get(JAVA_INT, 0));
            check(Native.call(library.function("nvrtcGetSupportedArchs", tellsNumbers), list), "tell its targets");
            return list.toArray(JAVA_INT);
        }
    }

    /** What this compiler makes for a device. */
    CompileTarget target(int major, int minor) {
        return CompileTarget.of(architectures, major, minor, version);
    }

    private static String version(MethodHandle function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(JAVA_INT);
            MemorySegment minor = arena.allocate(JAVA_INT);
            check(Native.call(function, major, minor), "tell its version");
            return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
        }
    }

    /** Version of the compiler, as in 13.0. */
    String version() {
        return version;
    }

    /**
     * Compiles a source to machine code, or to what the driver makes it from.
     *
     * @param name of the source, for messages
     * @param extra options besides the target
     * @throws StudioException with the compiler's log if it does not compile
     */
    byte[] compile(String name, String source, CompileTarget target, List<String> extra) {
        List<String> options = new ArrayList<>(extra);
        options.add(target.option());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment holder = arena.allocate(ADDRESS);
            MemorySegment none = MemorySegment.NULL;
            check(
                    Native.call(create, holder, arena.allocateFrom(source), arena.allocateFrom(name), 0, none, none),
                    "start");
            MemorySegment program = holder.get(ADDRESS, 0);
            try {
                MemorySegment words = arena.allocate(ADDRESS, options.size());
                for (int i = 0; i < options.size(); i++) {
                    words.setAtIndex(ADDRESS, i, arena.allocateFrom(options.get(i)));
                }
                if (Native.call(compile, program, options.size(), words) != 0) {
                    throw new StudioException(
                            StudioException.Kind.RUNTIME,
                            "The kernels of %s do not compile (NVRTC %s, %s): %s"
                                    .formatted(name, version, options, text(program, arena)),
                            "Update the CUDA toolkit or NVRTC, or train with device=cpu.");
                }
                boolean machineCode = target.machineCode();
                MemorySegment size = arena.allocate(JAVA_LONG);
                check(Native.call(machineCode ? cubinSize : ptxSize, program, size), "tell the size of its result");
                MemorySegment code = arena.allocate(size.get(JAVA_LONG, 0));
                check(Native.call(machineCode ? cubin : ptx, program, code), "give its result");
                return code.toArray(JAVA_BYTE);
            } finally {
                Native.call(destroy, holder);
            }
        }
    }

    private String text(MemorySegment program, Arena arena) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(Native.call(logSize, program, size), "tell the size of its log");
        MemorySegment text = arena.allocate(size.get(JAVA_LONG, 0) + 1);
        check(Native.call(log, program, text), "give its log");
        return text.getString(0);
    }

    private static void check(int code, String action) {
        if (code != 0) {
            throw new StudioException(
                    StudioException.Kind.RUNTIME,
                    "The compiler of GPU kernels (NVRTC) could not %s: error %d.".formatted(action, code),
                    "Reinstall it, or train with device=cpu.");
        }
    }
}
