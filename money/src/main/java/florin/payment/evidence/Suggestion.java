package florin.payment.evidence;

/**
 * A text that Florin suggests for the evidence. It is sent only if the merchant accepts it.
 *
 * @param source where Florin has it from: `customer`, `payment`, `checkout_session`, `mandate` or
 *     `prior_payments`
 */
public record Suggestion(EvidenceField field, String text, String source) {}
