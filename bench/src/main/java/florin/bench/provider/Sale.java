package florin.bench.provider;

import florin.bench.provider.Shop.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A payment that a shop wants, and all that it has asked of the service about it. */
public final class Sale {
  private final String key;
  private final long amount;
  private final boolean manual;
  private final List<Asked> asked = new ArrayList<>();
  private Optional<String> payment = Optional.empty();
  private Optional<String> session = Optional.empty();

  /** A request with a key, and what it was answered first. */
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
     * Sends it, once more where it was sent before.
     *
     * @return what is wrong with the answer, in words, where that is another than the first
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
          : Optional.of(key + " was answered " + answer.get() + ", then " + now.get());
    }

    /** What says that nobody knows yet, or that nothing was done for now, acknowledges nothing. */
    private static boolean isOpen(Reply reply) {
      return reply.status() == 409 || reply.status() == 429 || reply.status() >= 500;
    }
  }

  Sale(String key, long amount, boolean manual) {
    this.key = key;
    this.amount = amount;
    this.manual = manual;
    ask(
        "/v2/payments",
        "{\"amount\":"
            + amount
            + ",\"currency\":\"eur\",\"description\":\""
            + key
            + "\",\"capture_method\":\""
            + (manual ? "manual" : "automatic")
            + "\",\"payment_method\":{\"type\":\"hosted\"}}");
  }

  String key() {
    return key;
  }

  long amount() {
    return amount;
  }

  boolean isManual() {
    return manual;
  }

  /** Adds a request about it, under a key of its own, to be sent. */
  synchronized Asked ask(String path, String body) {
    var one = new Asked(path, body, key + "-" + asked.size());
    asked.add(one);
    return one;
  }

  synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** The id of the payment, once the shop was told. */
  public synchronized Optional<String> payment() {
    return payment;
  }

  /** The session at the provider, once the payer was sent there. */
  synchronized Optional<String> session() {
    return session;
  }

  synchronized void learn(String paymentId, Optional<String> sessionId) {
    payment = Optional.of(paymentId);
    session = sessionId;
  }
}
