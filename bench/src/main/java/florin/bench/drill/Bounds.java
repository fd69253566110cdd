package florin.bench.drill;

import java.time.Duration;

/**
 * How long things may take after a kill.
 *
 * @param back from the kill until the service answers 200 again
 * @param begun from then until what the killed process had begun is settled
 * @param unknown from then, or from its beginning if that is later, until any other payment is
 */
record Bounds(Duration back, Duration begun, Duration unknown) {}
