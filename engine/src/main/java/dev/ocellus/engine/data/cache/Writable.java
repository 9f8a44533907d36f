package dev.ocellus.engine.data.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Whether a folder is meant to be written to. */
final class Writable {

    private static final Set<PosixFilePermission> WRITE = EnumSet.of(
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private Writable() {}

    /**
     * Tells whether this process can write to a folder and its owner wants that. The system lets an administrator, as
     * which many a container runs, write to any folder; one that is marked as read-only for everybody is left alone.
     */
    static boolean folder(Path folder) {
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return false;
        }
        try {
            return !Collections.disjoint(Files.getPosixFilePermissions(folder), WRITE);
        } catch (UnsupportedOperationException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
