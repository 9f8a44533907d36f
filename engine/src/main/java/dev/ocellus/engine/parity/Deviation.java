package dev.ocellus.engine.parity;

/**
 * How far one quantity is from its reference value.
 *
 * @param subject the case, for example {@code yolo9-t}
 * @param quantity what is compared, for example {@code gradient norms}
 * @param largest largest relative deviation found
 * @param where the element at which it was found
 * @param limit deviation that is allowed
 */
public record Deviation(String subject, String quantity, double largest, String where, double limit) {
    /** Whether the quantity is as close as it must be. Not a number never is. */
    public boolean passed() {
        return largest <= limit;
    }
}
