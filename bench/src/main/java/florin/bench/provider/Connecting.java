package florin.bench.provider;

import florin.bench.provider.Shop.Reply;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;

/** Creates a connector in test mode that uses the emulator of its provider. */
public final class Connecting {
  private Connecting() {}

  /** Creates and enables the connector for the account of the secret key, and returns its id. */
  public static String connect(ServiceProcess service, String secretKey, HostedProvider provider)
      throws IOException {
    try (var shop = new Shop(url(service), secretKey)) {
      Reply made =
          good(
              shop,
              "/v2/connectors",
              "{\"kind\":\"%s\",\"name\":\"Drill\",\"credentials\":%s}"
                  .formatted(provider.kind(), provider.credentials()));
      provider.listen(URI.create(made.at("/webhook_url")));
      good(shop, "/v2/connectors/" + made.at("/id") + "/check", "{}");
      good(shop, "/v2/connectors/" + made.at("/id") + "/enable", "{}");
      return made.at("/id");
    }
  }

  private static Reply good(Shop shop, String path, String body) throws IOException {
    Reply reply =
        shop.post(path, body, "drill" + path + body.hashCode())
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
