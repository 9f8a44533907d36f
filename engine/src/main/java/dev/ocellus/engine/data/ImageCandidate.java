package dev.ocellus.engine.data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that should be an image.
 *
 * @param image the file, absolute
 * @param list the list file that names it; null where it was found in a folder
 * @param line its line in the list; 0 where it was found in a folder
 */
record ImageCandidate(Path image, @Nullable Path list, int line) {}
