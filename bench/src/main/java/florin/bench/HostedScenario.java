package florin.bench;

import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.Tally;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.ServiceProcess;
import florin.bench.webhook.PaymentReceiver;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Payers who pay on the provider's page. A payment is created, its payer pays and returns, and it
 * succeeds. Each has one payer, and the run ends when the webhook of each success has arrived.
 *
 * @param delay of the provider's responses, in milliseconds
 */
record HostedScenario(StripeEmulator stripe, int delay) implements Scenario {
  /** The number of times that a payer's shop looks for the success; {@link #PAUSE} in between. */
  private static final int LOOKS = 200;

  private static final Duration PAUSE = Duration.ofMillis(50);

  @Override
  public String title() {
    return "hosted payments, from creation to webhook, provider takes " + delay + " ms";
  }

  @Override
  public Tally run(ServiceProcess service, Limits limits) throws IOException {
    var base = URI.create("http://127.0.0.1:" + service.address().getPort());
    try (var receiver = PaymentReceiver.open(service);
        var shop = new Shop(base, service.folder().testKey())) {
      var tally = new Tally();
      long begun = System.nanoTime();
      var payers = new ArrayList<Thread>();
      for (int i = 0; i < limits.connections(); i++) {
        payers.add(
            Thread.startVirtualThread(() -> {
              while (System.nanoTime() - begun < limits.time().toNanos()) {
                sell(shop, tally);
              }
            }));
      }
      join(payers);
      receiver.await(tally.statuses().getOrDefault(200, 0L));
      tally.ended(Duration.ofNanos(System.nanoTime() - begun));
      return tally;
    }
  }

  private static void join(Iterable<Thread> payers) throws IOException {
    try {
      for (Thread payer : payers) {
        payer.join();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  /** Sells once. The tally counts 200 if the payment succeeded, and otherwise the last status. */
  private void sell(Shop shop, Tally tally) {
    long begun = System.nanoTime();
    Optional<Reply> last = life(shop);
    long nanos = System.nanoTime() - begun;
    synchronized (tally) {
      last.ifPresentOrElse(reply -> tally.answered(status(reply), nanos), tally::lost);
    }
  }

  private static int status(Reply reply) {
    return reply.isGood() && !reply.at("/status").equals("succeeded") ? 504 : reply.status();
  }

  private Optional<Reply> life(Shop shop) {
    Optional<Reply> made =
        shop.post(
            "/v2/payments",
            "{\"amount\":1000,\"currency\":\"eur\",\"payment_method\":{\"type\":\"hosted\"}}",
            UUID.randomUUID().toString());
    if (made.filter(Reply::isGood).isEmpty()) {
      return made;
    }
    Sales.session(shop, made.get().at("/next_action/redirect_to_url/url"))
        .flatMap(session -> stripe.payers().pay(session, Card.VISA))
        .ifPresent(shop::visit);
    String path = "/v2/payments/" + made.get().at("/id");
    Optional<Reply> now = shop.get(path);
    for (int i = 0; i < LOOKS && now.filter(it -> status(it) == 504).isPresent(); i++) {
      LockSupport.parkNanos(PAUSE.toNanos());
      now = shop.get(path);
    }
    return now;
  }
}
