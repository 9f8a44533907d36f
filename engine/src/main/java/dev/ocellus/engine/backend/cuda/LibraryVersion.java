package dev.ocellus.engine.backend.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Asks libraries for their versions. */
final class LibraryVersion {
    private static final int TEXT = 96;

    private LibraryVersion() {}

    /**
     * The version in words.
     *
     * @throws dev.ocellus.engine.StudioException if the library does not tell
     */
    static String of(NativeLibrary library) {
        return switch (library.kind()) {
            case DRIVER -> {
                int version = number(library, "cuDriverGetVersion");
                yield version / 1000 + "." + version % 1000 / 10;
            }
            case NVRTC -> new Nvrtc(library).version();
            case CUDNN -> dotted(size(library, "cudnnGetVersion"));
            case CUBLASLT -> dotted(size(library, "cublasLtGetVersion"));
            case CUPTI -> "interface " + number(library, "cuptiGetVersion");
            case NVML -> "driver " + driver(library);
        };
    }

    /** First number of the CUDA version that the driver serves, or that cuDNN is made for. */
    static int cuda(NativeLibrary library) {
        return library.kind() == LibraryKind.DRIVER
                ? number(library, "cuDriverGetVersion") / 1000
                : (int) (size(library, "cudnnGetCudartVersion") / 1000);
    }

    /** Two digits each for the second and the third number. */
    static String dotted(long version) {
        return version / 10000 + "." + version / 100 % 100 + "." + version % 100;
    }

    private static int number(NativeLibrary library, String function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            Native.call(library.function(function, FunctionDescriptor.of(JAVA_INT, ADDRESS)), value);
            return value.get(JAVA_INT, 0);
        }
    }

    private static long size(NativeLibrary library, String function) {
        MethodHandle handle = library.function(function, FunctionDescriptor.of(JAVA_LONG));
        try {
            return (long) handle.invokeExact();
        } catch (Throwable failure) {
            throw Native.failed(failure);
        }
    }

    private static String driver(NativeLibrary nvml) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(TEXT);
            FunctionDescriptor plain = FunctionDescriptor.of(JAVA_INT);
            if (Native.call(nvml.function("nvmlInit_v2", plain)) != 0) {
                return "does not answer";
            }
            Native.call(
                    nvml.function("nvmlSystemGetDriverVersion", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT)),
                    text,
                    TEXT);
            Native.call(nvml.function("nvmlShutdown", plain));
            return text.getString(0);
        }
    }
}
