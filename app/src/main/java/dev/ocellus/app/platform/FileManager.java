package dev.ocellus.app.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Shows a folder in the system's file manager. */
public final class FileManager {

    private FileManager() {}

    public static void reveal(Path folder) throws IOException {
        String program = switch (Os.current()) {
            case WINDOWS -> "explorer.exe";
            case MAC -> "open";
            case LINUX -> "xdg-open";
        };
        new ProcessBuilder(List.of(program, folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
