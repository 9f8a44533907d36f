package dev.ocellus.engine.parity;

import java.util.Optional;

/**
 * How far one quantity is from its reference value.
 *
 * @param subject the case, for example {@code yolo9-t}
 * @param quantity what is compared, for example {@code gradient norms}
 * @param found what was found
 * @param where the element with the largest deviation
 * @param allowed what is allowed; infinite where nothing is known
 * @param autocast what PyTorch's autocast shows, in half precision, where it is known
 */
public record Deviation(
        String subject, String quantity, Spread found, String where, Spread allowed, Optional<Spread> autocast) {
    /** Whether the quantity is as close as it must be. Not a number never is. */
    public boolean passed() {
        return found.within(allowed);
    }
}
