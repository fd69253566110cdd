package florin.connector;

import java.time.Duration;

/**
 * What a connector can do and how it behaves, so that its callers need not know which one it is.
 *
 * @param live whether it moves money: a live payment goes to a live connector and a test payment to
 *     one that is not
 * @param changesMindWithin how long after an answer that seemed final the network may still change
 *     it: a refund that succeeded fails, or an authorisation that was reversed while under way is
 *     approved after all. Whoever must know inquires once more after that time
 */
public record Capabilities(
    boolean live,
    boolean manualCapture,
    boolean partialCapture,
    boolean partialRefund,
    boolean challenges,
    Duration changesMindWithin) {}
