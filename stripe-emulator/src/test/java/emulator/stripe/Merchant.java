package emulator.stripe;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who calls the API as its documentation says. */
record Merchant(StripeEmulator stripe, String secretKey) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static final String[] SESSION = {
    "mode", "payment",
    "client_reference_id", "order-1",
    "success_url", "https://shop.example/done?id={CHECKOUT_SESSION_ID}",
    "cancel_url", "https://shop.example/cart",
    "line_items[0][quantity]", "2",
    "line_items[0][price_data][currency]", "eur",
    "line_items[0][price_data][unit_amount]", "1250",
    "line_items[0][price_data][product_data][name]", "Tea",
    "payment_intent_data[metadata][order]", "1",
  };

  Merchant(StripeEmulator stripe) {
    this(stripe, StripeEmulator.TEST_KEY);
  }

  record Reply(int status, String text, HttpResponse<String> whole) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String at(String pointer) {
      return json().at(pointer).asString("");
    }

    String header(String name) {
      return whole.headers().firstValue(name).orElse("");
    }
  }

  Reply post(String path, String... parameters) throws IOException {
    return send("POST", path, Optional.empty(), parameters);
  }

  Reply postWithKey(String key, String path, String... parameters) throws IOException {
    return send("POST", path, Optional.of(key), parameters);
  }

  Reply get(String path) throws IOException {
    return send("GET", path, Optional.empty());
  }

  Reply delete(String path) throws IOException {
    return send("DELETE", path, Optional.empty());
  }

  private Reply send(String method, String path, Optional<String> key, String... parameters)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(stripe.url() + path))
            .header("Content-Type", "application/x-www-form-urlencoded");
    if (!secretKey.isEmpty()) {
      request.header("Authorization", "Bearer " + secretKey);
    }
    key.ifPresent(text -> request.header("Idempotency-Key", text));
    request.method(method, BodyPublishers.ofString(form(parameters)));
    try {
      HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
      return new Reply(answer.statusCode(), answer.body(), answer);
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  private static String form(String... parameters) {
    return Stream.iterate(0, i -> i < parameters.length, i -> i + 2)
        .map(i -> encoded(parameters[i]) + "=" + encoded(parameters[i + 1]))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** With other parameters besides, or in place of those. */
  static String[] session(String... others) {
    return Stream.concat(Stream.of(SESSION), Stream.of(others)).toArray(String[]::new);
  }

  /** The id of a new session. */
  String open(String... others) throws IOException {
    Reply reply = post("/v1/checkout/sessions", session(others));
    if (reply.status() != 200) {
      throw new IOException(reply.text());
    }
    return reply.at("/id");
  }

  String intentOf(String session) throws IOException {
    return get("/v1/checkout/sessions/" + session).at("/payment_intent");
  }
}
