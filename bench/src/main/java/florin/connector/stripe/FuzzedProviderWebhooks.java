package florin.connector.stripe;

import florin.connector.ProviderWebhook.ProviderWebhookReading;
import florin.connector.ProviderWebhookRequest;
import java.time.Instant;
import java.util.List;

/** What Stripe tells, and the header that it signs it with. */
public final class FuzzedProviderWebhooks {
  public static final String HEADER = StripeSignature.HEADER;

  private FuzzedProviderWebhooks() {}

  public static boolean verifies(String header, String body, String secret, Instant now) {
    return StripeSignature.verify(header, body, List.of(secret), now);
  }

  public static ProviderWebhookReading read(ProviderWebhookRequest request, String secret) {
    return new StripeWebhooks(List.of(secret), false).read(request);
  }
}
