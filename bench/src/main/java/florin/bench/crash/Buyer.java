package florin.bench.crash;

import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A merchant's server that takes card payments, with and without idempotency keys. Without a
 * response, it retries or gives up. Not thread-safe.
 */
final class Buyer {
  /** The number of attempts of a client that retries. */
  private static final int TRIES = 3;

  private static final Duration PAUSE = Duration.ofMillis(150);
  private static final long LEAST = 100;
  private static final long MOST = 100_000;

  private final Shop shop;
  private final SplittableRandom random;
  private final AtomicLong numbers;

  /**
   * Creates a client.
   *
   * @param numbers counter shared by all clients, so that names are unique
   */
  Buyer(Shop shop, SplittableRandom random, AtomicLong numbers) {
    this.shop = shop;
    this.random = random;
    this.numbers = numbers;
  }

  /** Carries out one random operation of a merchant, with its follow-ups as far as they succeed. */
  void act() {
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> buy();
      case 4, 5, 6 -> authorize();
      case 7, 8 -> save();
      default -> doubled();
    }
  }

  private void buy() {
    String name = name();
    Optional<Reply> paid = keyedOrNot("/v2/payments", payment(name, Cards.pick(random), ""), name);
    paid.filter(Buyer::isPaid)
        .filter(_ -> random.nextInt(3) == 0)
        .ifPresent(reply -> giveBack(reply.at("/id"), reply.json().path("amount").asLong()));
  }

  private static boolean isPaid(Reply reply) {
    return reply.at("/status").equals("succeeded");
  }

  private void giveBack(String payment, long amount) {
    if (random.nextInt(3) == 0) {
      // The service must reject one of these concurrent refunds: together they exceed the payment.
      Thread other = Thread.startVirtualThread(() -> refund(payment, amount / 2 + 1, name()));
      refund(payment, amount / 2 + 1, name());
      join(other);
    } else {
      refund(payment, random.nextBoolean() ? amount : Math.max(1, amount / 3), name());
    }
  }

  private void refund(String payment, long amount, String name) {
    String body = "{\"payment\":\"%s\",\"amount\":%d}".formatted(payment, amount);
    var _ = ask("/v2/refunds", body, name, true);
  }

  private void authorize() {
    String name = name();
    Optional<Reply> held =
        keyedOrNot(
            "/v2/payments",
            payment(name, Cards.pick(random), ",\"capture_method\":\"manual\""),
            name);
    held.filter(reply -> reply.at("/status").equals("requires_capture"))
        .ifPresent(reply -> decide(reply.at("/id"), reply.json().path("amount").asLong()));
  }

  private void decide(String payment, long amount) {
    String path = "/v2/payments/" + payment;
    switch (random.nextInt(6)) {
      case 0 -> {
        var _ = ask(path + "/cancel", "{}", name(), true);
      }
      case 1 -> {
        var _ =
            ask(path + "/capture", "{\"amount\":" + Math.max(1, amount / 2) + "}", name(), true);
      }
      case 2 -> race(path);
      default ->
          ask(path + "/capture", "{}", name(), true)
              .filter(Buyer::isPaid)
              .filter(_ -> random.nextInt(4) == 0)
              .ifPresent(_ -> giveBack(payment, amount));
    }
  }

  /** Captures and cancels a payment concurrently. */
  private void race(String path) {
    String one = name();
    Thread other = Thread.startVirtualThread(() -> ask(path + "/cancel", "{}", one, true));
    var _ = ask(path + "/capture", "{}", name(), true);
    join(other);
  }

  private void save() {
    String name = name();
    Optional<Reply> made =
        ask("/v2/customers", "{\"description\":\"%s\"}".formatted(name), name, true);
    String customer = made.filter(Reply::isGood).map(reply -> reply.at("/id")).orElse("");
    if (customer.isEmpty()) {
      return;
    }
    String saving =
        ",\"customer\":\"%s\",\"save_payment_method\":true,\"mandate\":{\"text\":\"I agree.\"}"
            .formatted(customer);
    String first = name();
    ask("/v2/payments", payment(first, Cards.good(random), saving), first, true)
        .filter(Buyer::isPaid)
        .map(reply -> reply.at("/payment_method/id"))
        .ifPresent(method -> {
          again(customer, method);
          chargeAndRevoke(method);
        });
  }

  /** Charges a card without its holder, revokes the mandate meanwhile, and charges it again. */
  void chargeAndRevoke(String method) {
    Optional<String> mandate =
        charge(method, name()).filter(Buyer::isPaid).map(reply -> reply.at("/mandate"));
    if (mandate.isEmpty()) {
      return;
    }
    String meanwhile = name();
    Thread other = Thread.startVirtualThread(() -> charge(method, meanwhile));
    boolean isRevoked =
        ask("/v2/mandates/" + mandate.get() + "/revoke", "{}", name(), true)
            .filter(Reply::isGood)
            .isPresent();
    join(other);
    if (isRevoked) {
      var _ = charge(method, Sales.REVOKED + name());
    }
  }

  private Optional<Reply> charge(String method, String name) {
    String body =
        """
        {"amount":%d,"currency":"eur","description":"%s","payment_method":"%s","off_session":true,"reason":"unscheduled"}\
        """
            .formatted(amount(), name, method);
    return ask("/v2/payments", body, name, true);
  }

  /** Returns whether the request charges a card after the revocation of its mandate. */
  static boolean isAfterRevocation(String body) {
    return body.contains("\"description\":\"" + Sales.REVOKED);
  }

  private void again(String customer, String method) {
    for (int i = random.nextInt(3); i > 0; i--) {
      String name = name();
      String body =
          """
          {"amount":%d,"currency":"eur","description":"%s","customer":"%s","payment_method":"%s"}\
          """
              .formatted(amount(), name, customer, method);
      var _ = ask("/v2/payments", body, name, true);
    }
  }

  /** Sends the same request twice concurrently with one idempotency key. */
  private void doubled() {
    String name = name();
    String body = payment(name, Cards.pick(random), "");
    Thread other = Thread.startVirtualThread(() -> ask("/v2/payments", body, name, true));
    var _ = ask("/v2/payments", body, name, true);
    join(other);
  }

  private Optional<Reply> keyedOrNot(String path, String body, String name) {
    return ask(path, body, name, random.nextInt(4) > 0);
  }

  /** Returns the body of a payment whose description is its name. */
  String payment(String name, String card, String more) {
    return payment(name, card, amount(), more);
  }

  static String payment(String name, String card, long amount, String more) {
    return """
    {"amount":%d,"currency":"eur","description":"%s","payment_method":{"type":"card","card":{"number":"%s","exp_month":12,"exp_year":2035,"cvc":"123"}}%s}\
    """
        .formatted(amount, name, card, more);
  }

  private long amount() {
    return random.nextLong(LEAST, MOST);
  }

  String name() {
    return "crash-" + numbers.incrementAndGet();
  }

  /**
   * Sends a request, and retries or gives up until the outcome is known. Returns empty if it isn't.
   *
   * @param keyed whether the request has an idempotency key; without one, it is never retried
   */
  Optional<Reply> ask(String path, String body, String name, boolean keyed) {
    boolean isPersistent = keyed && random.nextInt(3) > 0;
    for (int i = 1; ; i++) {
      Optional<Reply> reply = shop.post(path, body, keyed ? name : "");
      boolean isDecided = reply.filter(Buyer::isDecided).isPresent();
      if (isDecided || !isPersistent || i == TRIES) {
        return reply.filter(_ -> isDecided);
      }
      LockSupport.parkNanos(PAUSE.multipliedBy(i).toNanos());
    }
  }

  /**
   * Returns whether the response is final. It isn't if the outcome is unknown or the request wasn't
   * executed.
   */
  static boolean isDecided(Reply reply) {
    return reply.status() != 409 && reply.status() != 429 && reply.status() < 500;
  }

  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
