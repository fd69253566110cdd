package florin.receipt;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of the email with a receipt.
 *
 * @param status `waiting`, `sent`, `refused` or `given_up`
 * @param completed when it was sent, or given up
 * @param repeats how often a person has sent it again
 */
public record ReceiptMail(
    String recipient, String status, Optional<Instant> completed, int repeats) {}
