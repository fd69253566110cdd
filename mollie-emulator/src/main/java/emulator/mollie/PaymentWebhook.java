package emulator.mollie;

import emulator.provider.Webhook;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;

/**
 * A notification that a payment has changed, without a signature.
 *
 * @param id of the payment, which is all that the request contains
 * @param type the change, for example `paid` or `refund processing`
 */
record PaymentWebhook(String id, String type, URI url) implements Webhook {
  @Override
  public HttpRequest.Builder request(Instant now) {
    return HttpRequest.newBuilder(url)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("User-Agent", "Mollie HTTP client/1.0")
        .POST(BodyPublishers.ofString("id=" + id));
  }

  @Override
  public Webhook to(URI address) {
    return new PaymentWebhook(id, type, address);
  }
}
