package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.stripe.StripeSignature;
import florin.connector.stripe.StripeWebhooks;
import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Reads the body of a provider's webhook, unsigned and with a valid signature. */
final class ProviderWebhookInput implements InputReader {
  private static final String SECRET = "whsec_of_a_provider";
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final int MAX_NAME = 255;

  @Override
  public boolean read(byte[] input) {
    String body = new String(input, StandardCharsets.UTF_8);
    require(
        read(body, "t=1800000000,v1=00") instanceof ProviderWebhookReading.Forged,
        "an unsigned webhook is accepted");
    String t = Long.toString(NOW.getEpochSecond());
    byte[] mac = new Hmac(SECRET.getBytes(StandardCharsets.US_ASCII)).of(t + "." + body);
    String header = "t=" + t + ",v1=" + HexFormat.of().formatHex(mac);
    return switch (read(body, header)) {
      case ProviderWebhookReading.Genuine(var webhook) -> {
        Storable.eachText(
            webhook,
            text -> {
              Storable.checkText(text);
              require(text.length() <= MAX_NAME, "a text is too long");
            });
        yield true;
      }
      case ProviderWebhookReading.Forged _ -> throw new FuzzFinding("a signed webhook is rejected");
      case ProviderWebhookReading.Unreadable _ -> false; // a webhook that Florin ignores
    };
  }

  private static ProviderWebhookReading read(String body, String header) {
    return new StripeWebhooks(List.of(SECRET), false)
        .read(
            new ProviderWebhookRequest(
                name ->
                    name.equals(StripeSignature.HEADER) ? Optional.of(header) : Optional.empty(),
                body,
                NOW));
  }
}
