package florin.bench.provider;

import florin.bench.provider.Shop.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A payment that a shop sells with, and all requests for it. */
public final class Sale {
  private final String key;
  private final long amount;
  private final boolean manual;
  private final boolean setup;
  private final List<Asked> asked = new ArrayList<>();
  private Optional<String> payment = Optional.empty();
  private Optional<String> page = Optional.empty();

  /** A request with an idempotency key, and its first response. */
  static final class Asked {
    private final String path;
    private final String body;
    private final String key;
    private Optional<Reply> answer = Optional.empty();

    Asked(String path, String body, String key) {
      this.path = path;
      this.body = body;
      this.key = key;
    }

    String key() {
      return key;
    }

    synchronized Optional<Reply> answer() {
      return answer;
    }

    /**
     * Sends the request, again if it was sent before.
     *
     * @return a description of the difference if the response differs from the first one
     */
    synchronized Optional<String> send(Shop shop) {
      Optional<Reply> now = shop.post(path, body, key);
      if (now.isEmpty() || isOpen(now.get())) {
        return Optional.empty();
      }
      if (answer.isEmpty()) {
        answer = now;
        return Optional.empty();
      }
      return answer.equals(now)
          ? Optional.empty()
          : Optional.of(key + " first returned " + answer.get() + ", then " + now.get());
    }

    /**
     * Returns whether the response is not final: the outcome is unknown or the request was not
     * executed.
     */
    private static boolean isOpen(Reply reply) {
      return reply.status() == 409 || reply.status() == 429 || reply.status() >= 500;
    }
  }

  /**
   * Creates a sale with its first request.
   *
   * @param customer for whom the payer's card is saved; empty if it isn't saved
   */
  Sale(String key, long amount, boolean manual, Optional<String> customer) {
    this(key, amount, manual, false);
    ask(
        "/v2/payments",
        "{\"amount\":"
            + amount
            + ",\"currency\":\"eur\",\"description\":\""
            + key
            + "\",\"capture_method\":\""
            + (manual ? "manual" : "automatic")
            + "\",\"payment_method\":{\"type\":\"hosted\"}"
            + customer.map(Sale::saving).map(it -> it + ",\"save_payment_method\":true").orElse("")
            + "}");
  }

  private Sale(String key, long amount, boolean manual, boolean setup) {
    this.key = key;
    this.amount = amount;
    this.manual = manual;
    this.setup = setup;
  }

  /**
   * Creates a sale whose payment method is saved without a charge.
   *
   * @param amount of the later charges
   */
  static Sale setup(String key, long amount, String customer) {
    var sale = new Sale(key, amount, false, true);
    sale.ask("/v2/setups", "{\"payment_method\":{\"type\":\"hosted\"}" + saving(customer) + "}");
    return sale;
  }

  private static String saving(String customer) {
    return ",\"customer\":\"%s\",\"mandate\":{\"text\":\"I agree.\"}".formatted(customer);
  }

  /** Adds a charge of a saved card without the payer, without sending it. */
  synchronized Asked charge(String method, String prefix) {
    return ask(
        "/v2/payments",
        "{\"amount\":%d,\"currency\":\"eur\",\"description\":\"%s%s-later-%d\",\"payment_method\":\"%s\",\"off_session\":true,\"reason\":\"unscheduled\"}"
            .formatted(amount, prefix, key, asked.size(), method));
  }

  String key() {
    return key;
  }

  long amount() {
    return amount;
  }

  boolean isSetup() {
    return setup;
  }

  /** Returns the path of the payment or setup with this id. */
  String path(String id) {
    return (setup ? "/v2/setups/" : "/v2/payments/") + id;
  }

  boolean isManual() {
    return manual;
  }

  /** Adds a request for the payment, with its own idempotency key, without sending it. */
  synchronized Asked ask(String path, String body) {
    var one = new Asked(path, body, key + "-" + asked.size());
    asked.add(one);
    return one;
  }

  synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Returns the id of the payment, or empty before the first response. */
  public synchronized Optional<String> payment() {
    return payment;
  }

  /** Returns the id of the page at the provider, or empty before the payer was redirected. */
  synchronized Optional<String> page() {
    return page;
  }

  synchronized void learn(String paymentId, Optional<String> pageId) {
    payment = Optional.of(paymentId);
    page = pageId;
  }
}
