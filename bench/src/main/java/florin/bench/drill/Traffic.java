package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.load.Answer;
import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Request;
import florin.bench.load.Tally;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the service: makes payments, repeats them, reads events, and notes it all. */
final class Traffic {
  private static final JsonMapper JSON = new JsonMapper();

  /** One request in so many reads events. */
  private static final int READS = 100;

  private static final long MAX_REQUESTS = 200_000;
  private static final int MAX_AMOUNT = 100_000;
  private static final Duration REPEATS_LIMIT = Duration.ofMinutes(3);

  private final ServiceProcess service;
  private final PaymentRequests requests;
  private final Ledger ledger;
  private final int connections;

  Traffic(ServiceProcess service, Ledger ledger, int connections) throws IOException {
    this.service = service;
    this.requests = new PaymentRequests(service.address(), service.folder().testKey());
    this.ledger = ledger;
    this.connections = connections;
  }

  /** New payments and reads, until the service is killed or the time is up. */
  Tally mixed(Duration time, RandomGenerator random) throws IOException {
    return run(
        time, () -> Optional.of(random.nextInt(READS) == 0 ? eventsRead() : payment(random)));
  }

  /** Sends these again, each once. */
  Tally repeat(Collection<Sent> payments) throws IOException {
    var left = new ArrayDeque<>(payments);
    return run(REPEATS_LIMIT, () -> Optional.ofNullable(left.poll()).map(PaymentSent::new));
  }

  /** True when a request with a key is answered 200. */
  boolean isServed() throws IOException {
    Request events = eventsRead();
    var once = new Limits(1, REPEATS_LIMIT, 1);
    Tally tally = HttpLoad.run(service.address(), once, () -> Optional.of(events));
    return tally.statuses().containsKey(200);
  }

  private Tally run(Duration time, HttpLoad.Source source) throws IOException {
    return HttpLoad.run(service.address(), new Limits(connections, time, MAX_REQUESTS), source);
  }

  private Request payment(RandomGenerator random) {
    var payment =
        new Sent("drill-" + ledger.size(), TestCard.pick(random), random.nextInt(1, MAX_AMOUNT));
    ledger.add(payment);
    return new PaymentSent(payment);
  }

  private Request eventsRead() {
    byte[] bytes = requests.get("/v2/events?limit=20");
    return new Request() {
      @Override
      public byte[] bytes() {
        return bytes;
      }

      @Override
      public void answered(Answer answer) {
        if (answer.status() == 200) {
          for (JsonNode event : JSON.readTree(answer.text()).path("data")) {
            ledger.read(event.path("id").asString(), event.toString());
          }
        }
      }
    };
  }

  private final class PaymentSent implements Request {
    private final Sent payment;

    PaymentSent(Sent payment) {
      this.payment = payment;
    }

    @Override
    public byte[] bytes() {
      return requests.create(
          payment.amount(), payment.card().number(), payment.key(), Optional.of(payment.key()));
    }

    @Override
    public void answered(Answer answer) {
      Optional<Violation> violation = payment.answered(answer);
      violation.ifPresent(ledger::add);
    }
  }
}
