package florin.connector;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * What came to a connector's address, as it came.
 *
 * @param header by its name, where it stands once
 * @param body strict UTF-8, so that its bytes are those that were signed
 * @param received a signature's own time is held against it
 */
public record ProviderWebhookRequest(
    Function<String, Optional<String>> header, String body, Instant received) {}
