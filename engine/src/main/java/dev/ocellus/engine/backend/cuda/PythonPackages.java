package dev.ocellus.engine.backend.cuda;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders of libraries that pip and conda install, without running Python.
 *
 * @param windows whether folders are those of Windows
 */
record PythonPackages(boolean windows) {

    /** Folders below a Python environment or a prefix such as /usr; they need not exist. */
    List<Path> libraries(Path environment) {
        Stream<Path> pythons = windows
                ? Stream.of(environment.resolve("Lib"), environment)
                : VersionOrder.children(environment.resolve("lib"))
                        .filter(folder -> folder.getFileName().toString().startsWith("python"));
        Stream<Path> packages = pythons.flatMap(
                        python -> Stream.of("site-packages", "dist-packages").map(python::resolve))
                .flatMap(site -> VersionOrder.children(site.resolve("nvidia")))
                .flatMap(library -> Stream.of("lib", "bin", "bin/x86_64").map(library::resolve));
        Stream<Path> own = Stream.of(windows ? "Library/bin" : "lib").map(environment::resolve);
        return Stream.concat(packages, own).toList();
    }
}
