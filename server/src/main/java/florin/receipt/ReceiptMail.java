package florin.receipt;

import java.time.Instant;
import java.util.Optional;

/**
 * How the receipt's mail stands.
 *
 * @param status `waiting`, `sent`, `refused` or `given_up`
 * @param completed when it was sent, or given up
 * @param repeats how often somebody has had it sent again
 */
public record ReceiptMail(
    String recipient, String status, Optional<Instant> completed, int repeats) {}
