package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A library that was loaded, to stay so until the process ends. Immutable; safe on any thread.
 *
 * @param origin its file, or its name if the system's loader found it
 */
record NativeLibrary(LibraryKind kind, String origin, SymbolLookup symbols) {
    /**
     * Loads a library from where the search finds it, or else by its name alone.
     *
     * @throws StudioException if it is not there or cannot be loaded; the cure tells how to get it
     */
    static NativeLibrary load(LibraryKind kind, LibrarySearch search) {
        Optional<Path> file = search.find(kind);
        if (file.isPresent()) {
            try {
                return new NativeLibrary(
                        kind, file.get().toString(), SymbolLookup.libraryLookup(file.get(), Arena.global()));
            } catch (IllegalArgumentException broken) {
                throw missing(kind, file.get() + " cannot be loaded", broken);
            }
        }
        for (String name : kind.names(search.windows())) {
            try {
                return new NativeLibrary(kind, name, SymbolLookup.libraryLookup(name, Arena.global()));
            } catch (IllegalArgumentException absent) {
                continue;
            }
        }
        throw missing(kind, kind.names(search.windows()).getFirst() + " was not found", null);
    }

    private static StudioException missing(
            LibraryKind kind, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        return new StudioException(StudioException.Kind.RUNTIME, message + ".", kind.cure(), cause);
    }

    /** A function of the library. */
    MethodHandle function(String name, FunctionDescriptor signature) {
        return Linker.nativeLinker()
                .downcallHandle(
                        symbols.find(name).orElseThrow(() -> missing(kind, origin + " has no function " + name, null)),
                        signature);
    }
}
