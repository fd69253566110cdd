package emulator.stripe;

import emulator.provider.Webhook;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;

/** One event for one endpoint, with a signature. Deliveries of the same event have the same id. */
record EventWebhook(String id, String type, URI url, List<String> secrets, String body)
    implements Webhook {
  @Override
  public HttpRequest.Builder request(Instant now) {
    return HttpRequest.newBuilder(url)
        .header("Content-Type", "application/json; charset=utf-8")
        .header("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
        .header("Stripe-Signature", Signature.header(now.getEpochSecond(), body, secrets))
        .POST(BodyPublishers.ofString(body));
  }

  @Override
  public Webhook to(URI address) {
    return new EventWebhook(id, type, address, secrets, body);
  }
}
