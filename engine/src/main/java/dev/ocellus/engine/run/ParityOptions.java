package dev.ocellus.engine.run;

import java.nio.file.Path;
import java.util.Optional;

/** Options of comparing with reference values. */
public final class ParityOptions {

    /** The reference values. */
    public static final Option<Optional<Path>> FILE = Option.named(
                    "file", new FilePath("a JSON file"), Optional.<Path>empty())
            .in(Group.DATA, "File", "Reference values; every case of a known kind is run.")
            .scopes(Scope.PARITY)
            .declare();

    private ParityOptions() {}
}
