import com.sun.net.httpserver.HttpServer;
import florin.client.Florin;
import florin.client.FlorinException.InvalidSignature;
import florin.client.Webhooks;
import florin.client.model.*;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A shop: it sells with a checkout session, ships a paid order once, and refunds it. */
public final class Shop {
  private final Florin florin;
  private final Webhooks webhooks;
  private final Map<String, String> orders = new ConcurrentHashMap<>(); // in your shop: a table
  private final Set<String> seen = ConcurrentHashMap.newKeySet(); // in your shop: a table
  private final HttpServer server;

  public Shop(String url, String key, String webhookSecret) throws Exception {
    florin = Florin.of(url, key);
    webhooks = new Webhooks(webhookSecret);
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/webhooks", exchange -> {
      byte[] body = exchange.getRequestBody().readNBytes(1 << 20);
      int status = receive(body, exchange.getRequestHeaders().getFirst("service-signature"));
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    server.start();
  }

  /** Returns the page on which the payer pays. A repetition returns the same page. */
  public String sell(String order, long amount) {
    var session = new CreateCheckoutSession("https://shop.example/ok", "https://shop.example/cart");
    session.amount(amount).currency("usd").metadata(Map.of("order", order)).idempotencyKey(order);
    return florin.checkoutSessions().create(session).url();
  }

  private int receive(byte[] body, String signature) {
    try {
      Event event = webhooks.event(body, signature);
      if (seen.add(event.id()) && event.data().object() instanceof CheckoutSession session
          && session.status() == CheckoutSessionStatus.COMPLETE) {
        orders.putIfAbsent(session.metadata().get("order"), session.payment()); // ship it here
      }
      return 200;
    } catch (InvalidSignature forged) {
      return 400;
    }
  }

  /** Returns the money of an order. A repetition refunds nothing more. */
  public RefundStatus refund(String order) {
    var refund = new CreateRefund(orders.get(order)).idempotencyKey("refund-" + order);
    return florin.refunds().create(refund).status();
  }

  public Map<String, String> orders() { return orders; }
  public int port() { return server.getAddress().getPort(); }
  public void close() { server.stop(0); }
}
