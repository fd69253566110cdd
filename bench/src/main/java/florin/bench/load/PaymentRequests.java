package florin.bench.load;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Builds the bytes of requests to a service with an API key. */
public final class PaymentRequests {
  private final String common;

  public PaymentRequests(InetSocketAddress service, String apiKey) {
    byte[] login = (apiKey + ":").getBytes(StandardCharsets.US_ASCII);
    this.common =
        " HTTP/1.1\r\nHost: "
            + host(service.getHostString())
            + ":"
            + service.getPort()
            + "\r\nAuthorization: Basic "
            + Base64.getEncoder().encodeToString(login)
            + "\r\n";
  }

  /** Returns the host, with brackets around an IPv6 address (RFC 3986, section 3.2.2). */
  private static String host(String name) {
    return name.contains(":") ? "[" + name + "]" : name;
  }

  /**
   * Builds a payment with a card.
   *
   * @param description printable ASCII without quotes, like the other texts
   */
  public byte[] create(int amount, String card, String description, Optional<String> key) {
    String body =
        "{\"amount\":"
            + amount
            + ",\"currency\":\"usd\",\"description\":\""
            + description
            + "\",\"payment_method\":{\"type\":\"card\",\"card\":{\"number\":\""
            + card
            + "\",\"exp_month\":12,\"exp_year\":2035,\"cvc\":\"123\"}}}";
    return post("/v2/payments", body, key);
  }

  /**
   * Builds a `POST` request.
   *
   * @param body JSON in printable ASCII
   */
  public byte[] post(String path, String body, Optional<String> key) {
    String keyHeader = key.map(text -> "Idempotency-Key: " + text + "\r\n").orElse("");
    return ascii(
        "POST "
            + path
            + common
            + keyHeader
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  /** Builds a `GET` request. */
  public byte[] get(String path) {
    return ascii("GET " + path + common + "\r\n");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
