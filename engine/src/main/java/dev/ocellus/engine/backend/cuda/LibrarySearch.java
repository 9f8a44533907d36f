package dev.ocellus.engine.backend.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for native libraries: where the environment points, in the toolkit's usual folders, and among the packages that pip
 * installs. Immutable.
 *
 * @param windows whether names and folders are those of Windows
 * @param environment variables of the process
 * @param root where absolute folders start: "/" or a drive, another folder in tests
 * @param home the user's folder
 */
record LibrarySearch(boolean windows, Map<String, String> environment, Path root, Path home) {
    /** The search on this machine. */
    static LibrarySearch here() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        Path home = Path.of(System.getProperty("user.home"));
        return new LibrarySearch(windows, System.getenv(), Path.of("/").toAbsolutePath(), home);
    }

    /** The first file that goes by one of the library's names. */
    Optional<Path> find(LibraryKind kind) {
        List<Path> folders = folders();
        return kind.names(windows).stream()
                .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Folders to look into, in order. */
    List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        String separator = windows ? ";" : ":";
        for (String variable : windows ? List.of("PATH") : List.of("LD_LIBRARY_PATH")) {
            for (String folder : environment.getOrDefault(variable, "").split(separator)) {
                add(folders, folder, "");
            }
        }
        for (String variable : List.of("CUDA_PATH", "CUDA_HOME", "CUDNN_PATH")) {
            String folder = environment.getOrDefault(variable, "");
            for (String below : List.of("lib64", "lib", "bin", "bin/x64", "")) {
                add(folders, folder, below);
            }
        }
        for (String environmentOfPython : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            String folder = environment.getOrDefault(environmentOfPython, "");
            if (!folder.isEmpty()) {
                packages(Path.of(folder), folders);
            }
        }
        if (windows) {
            Path programs = root.resolve("Program Files");
            children(programs.resolve("NVIDIA GPU Computing Toolkit/CUDA"))
                    .forEach(version -> folders.addAll(List.of(version.resolve("bin"), version.resolve("bin/x64"))));
            children(programs.resolve("NVIDIA/CUDNN"))
                    .forEach(version -> children(version.resolve("bin")).forEach(folders::add));
            folders.add(root.resolve("Windows/System32"));
            children(home.resolve("AppData/Local/Programs/Python")).forEach(python -> packages(python, folders));
        } else {
            children(root.resolve("usr/local"))
                    .filter(folder -> folder.getFileName().toString().startsWith("cuda"))
                    .forEach(toolkit -> folders.add(toolkit.resolve("lib64")));
            for (String folder : List.of(
                    "usr/lib/x86_64-linux-gnu", "usr/lib64", "usr/lib", "usr/lib/wsl/lib", "usr/local/nvidia/lib64")) {
                folders.add(root.resolve(folder));
            }
            packages(home.resolve(".local"), folders);
            packages(root.resolve("usr"), folders);
            packages(root.resolve("usr/local"), folders);
        }
        return folders.stream().filter(Files::isDirectory).distinct().toList();
    }

    private static void add(List<Path> folders, String folder, String below) {
        if (!folder.isEmpty()) {
            folders.add(Path.of(folder).resolve(below));
        }
    }

    /** Folders of libraries that pip has installed below a Python environment. */
    private void packages(Path environmentOfPython, List<Path> folders) {
        Stream<Path> versions = windows
                ? Stream.of(environmentOfPython.resolve("Lib"))
                : children(environmentOfPython.resolve("lib"))
                        .filter(folder -> folder.getFileName().toString().startsWith("python"));
        versions.flatMap(python -> Stream.of("site-packages", "dist-packages").map(python::resolve))
                .flatMap(site -> children(site.resolve("nvidia")))
                .forEach(library -> folders.addAll(List.of(library.resolve("lib"), library.resolve("bin"))));
    }

    /** Entries of a folder, the newest version first; none where it does not exist or cannot be read. */
    private static Stream<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted(Comparator.reverseOrder()).toList().stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }
}
