import com.sun.net.httpserver.*;
import florin.client.*;
import florin.client.model.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.*;

/** A shop: it sells on Florin's page, ships each paid order once, and refunds it. */
public final class Shop {
  static Florin florin = Florin.of(System.getenv("FLORIN_URL"), System.getenv("FLORIN_SECRET_KEY"));
  static Webhooks webhooks = new Webhooks(System.getenv("FLORIN_WEBHOOK_SECRET"));
  static Map<String, String> paid = new HashMap<>(); // a table in your shop
  static Map<String, Integer> shipped = new HashMap<>();
  static Set<String> refunded = new HashSet<>();
  public static void main(String[] arguments) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", Shop::handle);
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  static void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    int status = 200;
    String text = "";
    try {
      text = switch (path[1]) {
        case "orders" -> path.length > 2 ? buy(path[2]) : orders();
        case "refund" -> refund(path[2]);
        case "webhooks" -> receive(exchange);
        default -> "Thank you";
      };
    } catch (FlorinException.InvalidSignature forged) {
      status = 400;
    }
    exchange.sendResponseHeaders(status, 0);
    exchange.getResponseBody().write(text.getBytes());
    exchange.close();
  }

  static String buy(String order) {
    var session = new CreateCheckoutSession().amount(2300L).currency("eur")
        .successUrl("https://shop.example/ok").cancelUrl("https://shop.example/cart")
        .metadata(Map.of("order", order)).idempotencyKey("buy-" + order);
    return florin.checkoutSessions().create(session).url();
  }

  static String orders() {
    return paid.keySet().stream().map(order -> "{\"reference\": \"%s\", \"paid\": true, \"shipped\": %d, \"refunded\": %s}"
        .formatted(order, shipped.get(order), refunded.contains(paid.get(order)))).toList().toString();
  }

  static synchronized String receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(1 << 20);
    Event event = webhooks.event(body, exchange.getRequestHeaders().getFirst("service-signature"));
    if (event.type() == EventType.CHECKOUT_SESSION_COMPLETED
        && event.data().object() instanceof CheckoutSession session
        && paid.putIfAbsent(session.metadata().get("order"), session.payment()) == null) {
      shipped.merge(session.metadata().get("order"), 1, Integer::sum); // ship it here
    } else if (event.type() == EventType.PAYMENT_REFUNDED && event.data().object() instanceof Payment payment) {
      refunded.add(payment.id());
    }
    return "";
  }

  static String refund(String order) {
    return florin.refunds().create(new CreateRefund(paid.get(order)).idempotencyKey("refund-" + order)).id();
  }
}
