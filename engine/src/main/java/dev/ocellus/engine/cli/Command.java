package dev.ocellus.engine.cli;

import dev.ocellus.engine.run.Option;
import dev.ocellus.engine.run.Scope;
import java.util.Optional;

/**
 * A subcommand.
 *
 * @param name the word that selects it
 * @param summary what it does, one sentence
 * @param scope whose options it takes; empty if it takes none
 * @param operand the option that a word without a name is the value of
 * @param action what it does
 */
public record Command(String name, String summary, Optional<Scope> scope, Optional<Option<?>> operand, Action action) {

    /** The work of a subcommand. */
    @FunctionalInterface
    public interface Action {

        /**
         * Does the work, puts the result on the console and returns the exit code. Faults that a person can cure are
         * thrown as {@link dev.ocellus.engine.StudioException}.
         */
        int run(Request request, Console console) throws Exception;
    }
}
