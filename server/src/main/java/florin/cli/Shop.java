package florin.cli;

import florin.app.CommandFailure;
import florin.http.Json;
import florin.webhook.WebhookSigner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A merchant's shop as {@link ShopDrill} uses it: it buys, lists orders and sends webhooks. */
final class Shop implements AutoCloseable {
  /** The limit for a complete response, as for Florin's webhooks. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final int MAX_BYTES = 4 << 20;

  private final URI address;
  private final URI webhooks;
  private final WebhookSigner signer;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /**
   * An order as the shop reports it.
   *
   * @param refunded null if the shop doesn't report it
   */
  record Order(String reference, boolean paid, long shipped, @Nullable Boolean refunded) {}

  /** An event of Florin, and the body of its webhook. */
  record Event(String id, String type, String body) {}

  /**
   * @param address the shop's, to which `/orders` is added
   * @param webhooks a path at the same host
   */
  Shop(URI address, String webhooks, WebhookSigner signer) {
    this.address = URI.create(address.toString().replaceFirst("/$", ""));
    this.webhooks = address.resolve(webhooks);
    this.signer = signer;
  }

  URI address() {
    return address;
  }

  /**
   * Starts an order, and returns the address of its payment page.
   *
   * @throws CommandFailure if the shop doesn't return one
   */
  URI buy(String reference) {
    String path = "/orders/" + reference;
    String text = ok("POST " + path, request(path).POST(BodyPublishers.noBody())).strip();
    try {
      return URI.create(
          Json.findObject(text).map(json -> String.valueOf(json.get("url"))).orElse(text));
    } catch (IllegalArgumentException none) {
      throw new CommandFailure(
          "The shop's response to POST %s is no address of a page. It must be the session's url, or JSON with it: {\"url\": \"…\"}."
              .formatted(path));
    }
  }

  /**
   * Returns all orders by their references.
   *
   * @throws CommandFailure if the shop doesn't return them
   */
  Map<String, Order> orders() {
    String text = ok("GET /orders", request("/orders"));
    Object list =
        Json.findObject("{\"orders\": " + text + "}").orElseThrow(Shop::malformed).get("orders");
    if (!(list instanceof List<?> all)) {
      throw malformed();
    }
    Map<String, Order> orders = new LinkedHashMap<>();
    for (Object one : all) {
      Order order = order(one);
      orders.put(order.reference(), order);
    }
    return orders;
  }

  private static Order order(Object json) {
    if (json instanceof Map<?, ?> fields
        && fields.get("reference") instanceof String reference
        && fields.get("paid") instanceof Boolean paid
        && fields.get("shipped") instanceof Number shipped) {
      return new Order(
          reference,
          paid,
          shipped.longValue(),
          fields.get("refunded") instanceof Boolean refunded ? refunded : null);
    }
    throw malformed();
  }

  private static CommandFailure malformed() {
    return new CommandFailure(
        "The shop's response to GET /orders must be JSON: [{\"reference\": \"…\", \"paid\": true, \"shipped\": 1, \"refunded\": false}]. refunded is optional.");
  }

  /** Sends a webhook, and returns the status of the response, or 0 without one. */
  int deliver(Event event) {
    return status(signed(event, signer));
  }

  /** Sends a webhook with the signature of another secret. */
  int forge(Event event) {
    return status(signed(event, WebhookSigner.of(null)));
  }

  private HttpRequest.Builder signed(Event event, WebhookSigner by) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(webhooks)
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(BodyPublishers.ofString(event.body()));
    by.headers(event.id(), event.body(), Instant.now()).forEach(request::header);
    return request;
  }

  /** Opens a page as a payer's browser does, and returns whether it is a page of the shop. */
  boolean visit(String page) {
    URI to = URI.create(page);
    boolean isOwn = address.getAuthority().equals(to.getAuthority());
    if (isOwn) {
      status(HttpRequest.newBuilder(to));
    }
    return isOwn;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path));
  }

  private int status(HttpRequest.Builder request) {
    try {
      return send(request).statusCode();
    } catch (IOException none) {
      return 0;
    }
  }

  private String ok(String what, HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = send(request);
      if (response.statusCode() / 100 == 2) {
        return response.body();
      }
      throw new CommandFailure(
          "The shop's response to %s has the HTTP status %d."
              .formatted(what, response.statusCode()));
    } catch (IOException none) {
      throw new CommandFailure(
          "The shop at %s doesn't respond to %s, or its response has more than 4 MB or takes more than 15 seconds. Check the address, and return only the orders of the drill."
              .formatted(address, what));
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    CompletableFuture<HttpResponse<String>> response =
        client.sendAsync(
            request.build(),
            BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES));
    try {
      return response.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      response.cancel(true);
      throw new IOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("Interrupted while waiting for the shop.");
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
