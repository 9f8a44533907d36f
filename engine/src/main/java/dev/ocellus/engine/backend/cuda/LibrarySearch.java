package dev.ocellus.engine.backend.cuda;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where native libraries may be: where the environment points, what the system's loader knows, the usual folders of the toolkit, and
 * the packages that pip installs. Immutable.
 *
 * @param windows whether names and folders are those of Windows
 * @param environment variables of the process
 * @param root where absolute folders start: "/" or a drive
 * @param home the user's folder
 */
record LibrarySearch(boolean windows, Map<String, String> environment, Path root, Path home) {

    /** The search on this machine. */
    static LibrarySearch here() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        Map<String, String> environment = windows ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
        environment.putAll(System.getenv());
        Path home = Path.of(System.getProperty("user.home"));
        return new LibrarySearch(windows, environment, Path.of("/").toAbsolutePath(), home);
    }

    /**
     * What to load, in the order in which to try: files that exist, and names without a folder for the system's loader to find. The
     * driver is first left to the loader, since JCuda's library finds it so.
     *
     * @param newestCuda first number of the newest CUDA version that is of use
     */
    List<String> candidates(LibraryKind kind, int newestCuda) {
        List<String> names = kind.names(windows, newestCuda);
        List<String> plain = names.stream().filter(name -> !pattern(name)).toList();
        List<Path> told = told();
        List<Path> usual = usual();
        Stream<String> files = told.stream().flatMap(folder -> names.stream().flatMap(name -> files(folder, name)));
        Stream<String> installed =
                names.stream().flatMap(name -> usual.stream().flatMap(folder -> files(folder, name)));
        Stream<String> ordered = kind == LibraryKind.DRIVER
                ? Stream.of(plain.stream(), files, installed).flatMap(part -> part)
                : Stream.of(files, plain.stream(), installed).flatMap(part -> part);
        return ordered.distinct().toList();
    }

    private static boolean pattern(String name) {
        return name.indexOf('*') >= 0;
    }

    private static Stream<String> files(Path folder, String name) {
        if (!pattern(name)) {
            Path file = folder.resolve(name);
            return Files.isRegularFile(file) ? Stream.of(file.toString()) : Stream.empty();
        }
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, name)) {
            entries.forEach(entry -> found.add(entry.toString()));
        } catch (IOException unreadable) {
            return Stream.empty();
        }
        return found.stream().sorted(VersionOrder.NEWEST_FIRST);
    }

    /** Folders that the environment names. */
    private List<Path> told() {
        List<Path> folders = new ArrayList<>();
        String paths = environment.getOrDefault(windows ? "PATH" : "LD_LIBRARY_PATH", "");
        for (String path : paths.split(windows ? ";" : ":")) {
            folder(path).forEach(folders::add);
        }
        for (String variable : List.of("CUDA_PATH", "CUDA_HOME", "CUDNN_PATH")) {
            folder(environment.getOrDefault(variable, "")).forEach(toolkit -> toolkit(toolkit, folders));
        }
        PythonPackages python = new PythonPackages(windows);
        for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            folder(environment.getOrDefault(variable, "")).forEach(place -> folders.addAll(python.libraries(place)));
        }
        return existing(folders);
    }

    /** Folders that installers use. */
    private List<Path> usual() {
        List<Path> folders = new ArrayList<>();
        PythonPackages python = new PythonPackages(windows);
        if (windows) {
            Path programs = folder(environment.getOrDefault("ProgramFiles", ""))
                    .findFirst()
                    .orElse(root.resolve("Program Files"));
            VersionOrder.children(programs.resolve("NVIDIA GPU Computing Toolkit/CUDA"))
                    .forEach(toolkit -> toolkit(toolkit, folders));
            VersionOrder.children(programs.resolve("NVIDIA/CUDNN"))
                    .map(version -> version.resolve("bin"))
                    .forEach(bin -> {
                        folders.add(bin);
                        VersionOrder.children(bin).forEach(cuda -> folders.addAll(List.of(cuda, cuda.resolve("x64"))));
                    });
            folders.add(folder(environment.getOrDefault("SystemRoot", ""))
                    .findFirst()
                    .orElse(root.resolve("Windows"))
                    .resolve("System32"));
            for (String place : List.of("AppData/Local/Programs/Python", "AppData/Roaming/Python")) {
                VersionOrder.children(home.resolve(place))
                        .forEach(version -> folders.addAll(python.libraries(version)));
            }
        } else {
            Path local = root.resolve("usr/local");
            toolkit(local.resolve("cuda"), folders);
            VersionOrder.children(local)
                    .filter(folder -> folder.getFileName().toString().startsWith("cuda-"))
                    .forEach(toolkit -> toolkit(toolkit, folders));
            for (String folder : List.of(
                    "usr/lib/x86_64-linux-gnu", "usr/lib64", "usr/lib", "usr/lib/wsl/lib", "usr/local/nvidia/lib64")) {
                folders.add(root.resolve(folder));
            }
            folders.addAll(python.libraries(home.resolve(".local")));
            folders.addAll(python.libraries(local));
            folders.addAll(python.libraries(root.resolve("usr")));
            VersionOrder.children(home.resolve(".pyenv/versions"))
                    .forEach(version -> folders.addAll(python.libraries(version)));
        }
        return existing(folders);
    }

    private static void toolkit(Path toolkit, List<Path> folders) {
        for (String below : List.of("lib64", "lib", "bin", "bin/x64", "extras/CUPTI/lib64", "")) {
            folders.add(toolkit.resolve(below));
        }
    }

    /** A folder from a variable; none where it is empty or no path, as Windows users' often are. */
    private static Stream<Path> folder(String text) {
        String path = text.replace("\"", "").strip();
        try {
            return path.isEmpty() ? Stream.empty() : Stream.of(Path.of(path));
        } catch (InvalidPathException nonsense) {
            return Stream.empty();
        }
    }

    private static List<Path> existing(List<Path> folders) {
        return folders.stream().filter(Files::isDirectory).distinct().toList();
    }
}
