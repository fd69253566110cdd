package florin.connector;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request to a connector's webhook URL, as it was received.
 *
 * @param header returns a header's value by its name, if the header occurs once
 * @param body strict UTF-8, so that its bytes are those that were signed
 * @param received the time that a signature's own time is compared with
 */
public record ProviderWebhookRequest(
    Function<String, Optional<String>> header, String body, Instant received) {}
