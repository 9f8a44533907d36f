package dev.ocellus.engine.backend.cuda;

import dev.ocellus.engine.StudioException;
import java.util.Arrays;
import java.util.List;

/**
 * What there is of NVIDIA's on this machine, and what is missing. Immutable.
 *
 * @param devices GPUs that the driver sees; empty without a driver
 * @param libraries every library that is of use, found or not
 * @param obstacle why no GPU can be used, a full sentence; empty if one can
 * @param cure what to do about that; may be empty
 */
public record GpuReport(List<CudaDevice> devices, List<Library> libraries, String obstacle, String cure) {

    /**
     * A library.
     *
     * @param name what it is called
     * @param purpose what it does here
     * @param needed whether no GPU can be used without it
     * @param file where it is, or its name if the system does not tell; empty if it is missing
     * @param version as it tells; empty if it is missing
     * @param problem why it cannot be used, a full sentence; empty if it can
     * @param cure what to do about that
     */
    public record Library(
            String name, String purpose, boolean needed, String file, String version, String problem, String cure) {

        /** Whether it was found and works. */
        public boolean usable() {
            return problem.isEmpty();
        }

        private static Library of(LibraryKind kind, LibrarySearch search, int newestCuda) {
            try {
                NativeLibrary found = NativeLibrary.load(kind, search, newestCuda);
                String version = LibraryVersion.of(found);
                return new Library(kind.label(), kind.purpose(), kind.needed(), found.file(), version, "", "");
            } catch (StudioException unusable) {
                return new Library(
                        kind.label(), kind.purpose(), kind.needed(), "", "", unusable.getMessage(), unusable.cure());
            }
        }
    }

    /** Whether a GPU can be used. */
    public boolean usable() {
        return obstacle.isEmpty();
    }

    /** Whether there is a driver, without which no other library matters. */
    public boolean hasDriver() {
        return libraries.get(LibraryKind.DRIVER.ordinal()).usable();
    }

    /** Looks at this machine. Loads the libraries that it finds. */
    public static GpuReport here() {
        return of(LibrarySearch.here());
    }

    static GpuReport of(LibrarySearch search) {
        int newestCuda = newestCuda(search);
        List<Library> libraries = Arrays.stream(LibraryKind.values())
                .map(kind -> Library.of(kind, search, newestCuda))
                .toList();
        try {
            List<CudaDevice> devices = CudaDevices.all(search);
            try {
                CudaDevices.open(search, 0);
                return new GpuReport(devices, libraries, "", "");
            } catch (StudioException unusable) {
                return new GpuReport(devices, libraries, unusable.getMessage(), unusable.cure());
            }
        } catch (StudioException unusable) {
            return new GpuReport(List.of(), libraries, unusable.getMessage(), unusable.cure());
        }
    }

    /** First number of the CUDA version that the driver serves; without a driver any is of use. */
    private static int newestCuda(LibrarySearch search) {
        try {
            return LibraryVersion.cuda(NativeLibrary.load(LibraryKind.DRIVER, search, Integer.MAX_VALUE));
        } catch (StudioException missing) {
            return Integer.MAX_VALUE;
        }
    }
}
