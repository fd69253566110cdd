package florin.connector.stripe;

import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.ProviderWebhook.ProviderWebhookReading;
import java.time.Instant;
import java.util.List;

/** Parses Stripe's webhooks and verifies their signatures. */
public final class FuzzedProviderWebhooks {
  public static final String HEADER = StripeSignature.HEADER;

  private FuzzedProviderWebhooks() {}

  /** Returns whether the signature header is valid for the body at this time. */
  public static boolean verifies(String header, String body, String secret, Instant now) {
    return StripeSignature.verify(header, body, List.of(secret), now);
  }

  /** Verifies and parses a webhook. */
  public static ProviderWebhookReading read(ProviderWebhookRequest request, String secret) {
    return new StripeWebhooks(List.of(secret), false).read(request);
  }
}
