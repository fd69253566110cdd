package florin.bench;

import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.provider.HostedProvider.OfStripe;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.ServiceProcess;
import florin.bench.webhook.PaymentReceiver;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Payers who pay on the provider's page. A payment is created, its payer pays and returns, and it
 * succeeds. Each has one payer, and the run ends when the webhook of each success has arrived.
 */
final class HostedScenario implements Scenario {
  /** The number of times that a payer's shop looks for the success; {@link #PAUSE} in between. */
  private static final int LOOKS = 200;

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final StripeEmulator stripe;
  private final Timing timing;
  private final AtomicInteger payers = new AtomicInteger();
  private Steps steps = new Steps();
  private double providerRequests;

  /**
   * The times that others take.
   *
   * @param provider the provider, for each response
   * @param payer a payer, on the page
   */
  record Timing(Duration provider, Duration payer) {}

  /** The latencies of the requests of the latest run that a shop and its payer wait for. */
  private record Steps(Tally creation, Tally back) {
    Steps() {
      this(new Tally(), new Tally());
    }

    @Override
    public String toString() {
      return line("creation", creation) + line("return", back);
    }

    private static String line(String name, Tally tally) {
      return String.format(
          Locale.ROOT,
          "  %-9s ms   p50 %.2f   p90 %.2f   p99 %.2f   max %.2f   %s%n",
          name,
          tally.latency(50).toNanos() / 1e6,
          tally.latency(90).toNanos() / 1e6,
          tally.latency(99).toNanos() / 1e6,
          tally.latency(100).toNanos() / 1e6,
          tally.statuses());
    }
  }

  HostedScenario(StripeEmulator stripe, Timing timing) {
    this.stripe = stripe;
    this.timing = timing;
  }

  @Override
  public String title() {
    return "hosted payments, from creation to webhook, provider takes "
        + timing.provider().toMillis()
        + " ms, payers "
        + timing.payer().toMillis()
        + " ms";
  }

  /** Returns the latencies of each step of the latest run, and the number of requests. */
  String steps() {
    return steps
        + String.format(
            Locale.ROOT, "  requests to the provider per payment %.1f%n", providerRequests);
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var base = URI.create("http://127.0.0.1:" + service.address().getPort());
    steps = new Steps();
    try (var receiver = PaymentReceiver.open(service);
        var shop = new Shop(base, service.folder().testKey())) {
      var tally = new Tally();
      long requests = stripe.requests();
      long begun = System.nanoTime();
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < limits.connections(); i++) {
        threads.add(
            Thread.startVirtualThread(() -> {
              while (System.nanoTime() - begun < limits.time().toNanos()) {
                sell(shop, tally);
              }
            }));
      }
      join(threads);
      receiver.await(tally.statuses().getOrDefault(200, 0L));
      tally.ended(Duration.ofNanos(System.nanoTime() - begun));
      providerRequests = (double) (stripe.requests() - requests) / tally.answers();
      return tally;
    }
  }

  private static void join(Iterable<Thread> threads) throws IOException {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  /**
   * Sells once. The tally counts 200 if the payment succeeded, and otherwise the last status. The
   * latency is without the payer's own time.
   */
  private void sell(Shop shop, Tally tally) {
    long begun = System.nanoTime();
    Optional<Reply> last = life(shop);
    long nanos = System.nanoTime() - begun - timing.payer().toNanos();
    synchronized (tally) {
      last.ifPresentOrElse(reply -> tally.answered(status(reply), nanos), tally::lost);
    }
  }

  private static int status(Reply reply) {
    return reply.isGood() && !reply.at("/status").equals("succeeded") ? 504 : reply.status();
  }

  private Optional<Reply> life(Shop shop) {
    Optional<Reply> made =
        timed(
            steps.creation(),
            () ->
                shop.post(
                    "/v2/payments",
                    "{\"amount\":1000,\"currency\":\"eur\",\"payment_method\":{\"type\":\"hosted\"}}",
                    UUID.randomUUID().toString()));
    if (made.filter(Reply::isGood).isEmpty()) {
      return made;
    }
    LockSupport.parkNanos(timing.payer().toNanos());
    Sales.page(shop, OfStripe.PAGE, made.get().at("/next_action/redirect_to_url/url"))
        .flatMap(session -> stripe.payers().pay(session, Card.VISA))
        .ifPresent(page -> timed(steps.back(), () -> shop.visit(page, payerAddress())));
    String path = "/v2/payments/" + made.get().at("/id");
    Optional<Reply> now = shop.get(path);
    for (int i = 0; i < LOOKS && now.filter(it -> status(it) == 504).isPresent(); i++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      now = shop.get(path);
    }
    return now;
  }

  private static Optional<Reply> timed(Tally tally, Supplier<Optional<Reply>> request) {
    long begun = System.nanoTime();
    Optional<Reply> reply = request.get();
    long nanos = System.nanoTime() - begun;
    synchronized (tally) {
      reply.ifPresentOrElse(it -> tally.answered(it.status(), nanos), tally::lost);
    }
    return reply;
  }

  /** Returns the address of the next payer, in the range for benchmarks (RFC 2544). */
  private String payerAddress() {
    int next = payers.getAndIncrement();
    return "198.18." + (next >> 8 & 255) + "." + (next & 255);
  }
}
