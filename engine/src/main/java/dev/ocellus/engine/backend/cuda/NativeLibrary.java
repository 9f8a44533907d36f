package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A library that was loaded, to stay so until the process ends. Immutable; safe on any thread.
 *
 * @param origin its file, or its name if the system's loader found it
 */
record NativeLibrary(LibraryKind kind, String origin, SymbolLookup symbols) {
    private static final Path LOADED = Path.of("/proc/self/maps");

    /**
     * Loads the first candidate of a search that can be loaded.
     *
     * @param newestCuda first number of the newest CUDA version that is of use
     * @throws StudioException if there is none; the cure tells how to get it
     */
    static NativeLibrary load(LibraryKind kind, LibrarySearch search, int newestCuda) {
        List<String> broken = new ArrayList<>();
        for (String candidate : search.candidates(kind, newestCuda)) {
            try {
                return new NativeLibrary(kind, candidate, SymbolLookup.libraryLookup(candidate, Arena.global()));
            } catch (IllegalArgumentException unusable) {
                if (Path.of(candidate).getParent() != null) {
                    broken.add(candidate);
                }
            }
        }
        String problem = broken.isEmpty()
                ? "was not found (" + String.join(", ", kind.names(search.windows(), newestCuda))
                : "cannot be loaded (" + String.join(", ", broken);
        throw new StudioException(
                StudioException.Kind.RUNTIME, kind.label() + " " + problem + ").", kind.cure(search.windows()));
    }

    /** Its file, also where the system's loader found it, if the system tells. */
    String file() {
        if (Path.of(origin).getParent() != null || !Files.isReadable(LOADED)) {
            return origin;
        }
        String stem = "/" + origin.substring(0, origin.indexOf(".so") + 1);
        try (Stream<String> mapped = Files.lines(LOADED)) {
            return mapped.filter(line -> line.contains(stem))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst()
                    .orElse(origin);
        } catch (IOException unreadable) {
            return origin;
        }
    }

    /**
     * A function of the library.
     *
     * @throws StudioException if the library does not have it
     */
    MethodHandle function(String name, FunctionDescriptor signature) {
        return Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name)
                                .orElseThrow(() -> new StudioException(
                                        StudioException.Kind.RUNTIME,
                                        "%s has no function %s.".formatted(origin, name),
                                        "Replace it: it is too old, or not the library that its name says.")),
                        signature);
    }
}
