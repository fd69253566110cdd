package florin.bench.provider;

import emulator.stripe.StripeEmulator;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Creates a connector of the kind `stripe` in test mode that uses the Stripe emulator. */
public final class Connecting {
  /** A secret in the format of Stripe's secrets. */
  private static final String WEBHOOK_SECRET = "whsec_" + "Double".repeat(5) + "ab";

  private Connecting() {}

  /**
   * Creates and enables the connector for the account of the secret key. The emulator sends all its
   * webhooks, as Stripe's command-line tool does.
   */
  public static void connect(ServiceProcess service, String secretKey, StripeEmulator stripe)
      throws IOException {
    connect(service, secretKey, stripe, List.of("*"));
  }

  /**
   * Creates and enables the connector for the account of the secret key.
   *
   * @param events the types of the webhooks that the emulator sends
   */
  public static void connect(
      ServiceProcess service, String secretKey, StripeEmulator stripe, List<String> events)
      throws IOException {
    try (var shop = new Shop(url(service), secretKey)) {
      Reply made =
          good(
              shop,
              "/v2/connectors",
              """
              {"kind":"stripe","name":"Drill","credentials":{"secret_key":"%s","webhook_secret":"%s"}}\
              """
                  .formatted(StripeEmulator.TEST_KEY, WEBHOOK_SECRET));
      stripe.listen(URI.create(made.at("/webhook_url")), WEBHOOK_SECRET, events);
      good(shop, "/v2/connectors/" + made.at("/id") + "/check", "{}");
      good(shop, "/v2/connectors/" + made.at("/id") + "/enable", "{}");
    }
  }

  private static Reply good(Shop shop, String path, String body) throws IOException {
    Reply reply =
        shop.post(path, body, "drill" + path)
            .orElseThrow(() -> new IOException("no response to " + path));
    if (!reply.isGood()) {
      throw new IOException(path + " returned " + reply);
    }
    return reply;
  }

  private static URI url(ServiceProcess service) {
    return URI.create("http://127.0.0.1:" + service.address().getPort());
  }
}
