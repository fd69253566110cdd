package florin.bench.provider;

import florin.bench.provider.Sale.Asked;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import standin.stripe.Fault;
import standin.stripe.NoticeFault;
import standin.stripe.StripeDouble;

/**
 * Kills a service again and again while it takes payments at a provider, which is Stripe's double,
 * and checks in the end that its records and the double's book say the same. In each round:
 *
 * <ol>
 *   <li>shops make payments that payers pay on the provider's page, or do not, and capture, cancel
 *       and refund them. Meanwhile calls and notices are lost, late, doubled and refused;
 *   <li>the service is killed. Calls that the provider has and has not answered then are counted;
 *   <li>it is started again, and half of what was not answered is asked again. Of the rest nobody
 *       ever asks: that the service has to find out by itself.
 * </ol>
 *
 * <p>After the last round all is awaited that is under way. Nothing is awaited in between, so that
 * a kill also meets what an earlier one has left.
 */
public final class ProviderDrill {
  /** A kill comes up to so much later than asked, so that no two hit the same point. */
  private static final int JITTER_MS = 1000;

  /** How long a call to the provider takes: long enough to be cut. */
  private static final Duration ANSWER = Duration.ofMillis(200);

  /** A kill waits so long for a call that is under way. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  /** In which all keys that were answered are sent once more. */
  private static final Duration REPETITION = Duration.ofMinutes(3);

  private static final Duration SLOW = Duration.ofSeconds(3);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Of a thousand calls. */
  public static final Map<Fault, Integer> FAULTS =
      Map.ofEntries(
          Map.entry(Fault.LOST_BEFORE, 8),
          Map.entry(Fault.RESET_BEFORE, 4),
          Map.entry(Fault.LATE, 4),
          Map.entry(Fault.LOST_AFTER, 10),
          Map.entry(Fault.RESET_AFTER, 6),
          Map.entry(Fault.CUT, 6),
          Map.entry(Fault.SLOW, 8),
          Map.entry(Fault.TWICE, 20),
          Map.entry(Fault.CONFLICT, 6),
          Map.entry(Fault.TOO_MANY, 8),
          Map.entry(Fault.ERROR_BEFORE, 5),
          Map.entry(Fault.ERROR_AFTER, 5));

  /** Of a thousand notices. */
  public static final Map<NoticeFault, Integer> NOTICE_FAULTS =
      Map.of(
          NoticeFault.BEFORE_ANSWER, 100,
          NoticeFault.LATE, 100,
          NoticeFault.TWICE, 100,
          NoticeFault.AFTER_THE_NEXT, 100,
          NoticeFault.NEVER, 150);

  private final Options options;
  private final Consumer<String> out;
  private final StripeDouble stripe;
  private final SplittableRandom random;
  private final List<Broken> broken = new ArrayList<>();
  private final List<Sale> sales = new ArrayList<>();
  private final Map<String, Integer> cut = new TreeMap<>();

  /**
   * @param back from a kill until the service is ready again
   * @param settled from the last start until nothing is under way any more, and the books agree
   */
  public record Options(
      int rounds, Duration perRound, int connections, Duration back, Duration settled, long seed) {}

  /** A case in which a promise was not kept. */
  public record Broken(String promise, String detail) {}

  private ProviderDrill(Options options, Consumer<String> out, StripeDouble stripe) {
    this.options = options;
    this.out = out;
    this.stripe = stripe;
    this.random = new SplittableRandom(options.seed());
  }

  /**
   * Runs all rounds and returns the promises that were not kept.
   *
   * @param parent where to make the temporary data folder
   * @param out gets a line for each round
   */
  public static List<Broken> run(Options options, Path parent, Consumer<String> out)
      throws IOException {
    var doubled =
        new StripeDouble.Options(0, options.seed(), InstantSource.system(), ANSWER, SLOW, RETRY);
    try (StripeDouble stripe = StripeDouble.start(doubled);
        DataFolder folder = DataFolder.create(parent)) {
      return new ProviderDrill(options, out, stripe).run(folder);
    }
  }

  private List<Broken> run(DataFolder folder) throws IOException {
    Map<String, String> settings =
        Map.of("FLORIN_RATE_LIMIT", "off", "FLORIN_STRIPE_URL", stripe.url().toString());
    ServiceProcess service = ServiceProcess.startOnFixedPort(folder, settings);
    try {
      Connecting.connect(service, stripe);
      stripe.faults().mix(FAULTS);
      stripe.noticeFaults().mix(NOTICE_FAULTS);
      for (int round = 1; round <= options.rounds(); round++) {
        service = round(round, service, settings);
      }
      finish(service);
    } finally {
      service.close();
    }
    return List.copyOf(broken);
  }

  /** Returns the service that stands when the round is over. */
  private ServiceProcess round(int round, ServiceProcess victim, Map<String, String> settings)
      throws IOException {
    int first = sales.size();
    int cutNow = loadAndKill(victim);
    long killed = System.nanoTime();
    ServiceProcess service = victim.startAgain(settings);
    Duration backAfter = Duration.ofNanos(System.nanoTime() - killed);
    if (backAfter.compareTo(options.back()) > 0) {
      add("the service answers again in time", "it took " + backAfter.toMillis() + " ms");
    }
    List<Sale> ofRound = List.copyOf(sales.subList(first, sales.size()));
    int asked = askAgain(service, ofRound);
    out.accept(
        "round %3d  %,5d sales  %3d calls cut between sending and answer  back after %.1f s  %d requests asked again"
            .formatted(round, ofRound.size(), cutNow, backAfter.toMillis() / 1e3, asked));
    return service;
  }

  /** Returns how many calls the provider had received and not answered when the service died. */
  private int loadAndKill(ServiceProcess service) throws IOException {
    var stop = new AtomicBoolean();
    try (Shop shop = shop(service)) {
      List<Thread> shoppers =
          IntStream.range(0, options.connections())
              .mapToObj(_ -> new Sales(shop, stripe, random.split()))
              .map(one -> Thread.startVirtualThread(() -> sellUntil(stop, one)))
              .toList();
      LockSupport.parkNanos(options.perRound().plusMillis(random.nextInt(JITTER_MS)).toNanos());
      if (!service.isAlive()) {
        add("the service runs until it is killed", "it has ended by itself");
      }
      awaitCall();
      stop.set(true);
      var cutNow = new ArrayList<String>();
      service.kill(() -> cutNow.addAll(stripe.inFlight()));
      shoppers.forEach(ProviderDrill::join);
      cutNow.forEach(call -> cut.merge(call, 1, Integer::sum));
      return cutNow.size();
    }
  }

  /** The moment that is worth a kill: the provider has a call, and the service no answer. */
  private void awaitCall() {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (stripe.inFlight().isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(ANSWER.toNanos() / 10);
    }
  }

  private void sellUntil(AtomicBoolean stop, Sales behaviour) {
    while (!stop.get()) {
      Sale sale = begin(behaviour);
      behaviour.carryOut(sale);
      if (sale.payment().isEmpty()) {
        LockSupport.parkNanos(ANSWER.toNanos()); // it is refused just now: not as fast as we can
      }
    }
  }

  private Sale begin(Sales behaviour) {
    synchronized (sales) {
      Sale sale = behaviour.next("drill-" + sales.size());
      sales.add(sale);
      return sale;
    }
  }

  /** Half of what was never answered; of a payment that begins only now, the payer pays too. */
  private int askAgain(ServiceProcess service, List<Sale> ofRound) throws IOException {
    List<Sale> unanswered =
        ofRound.stream()
            .filter(sale -> sale.asked().stream().anyMatch(one -> one.answer().isEmpty()))
            .toList();
    List<Sale> half = unanswered.subList(0, (unanswered.size() + 1) / 2);
    try (Shop shop = shop(service)) {
      var behaviour = half.stream().map(_ -> new Sales(shop, stripe, random.split())).toList();
      List<Thread> asking =
          IntStream.range(0, half.size())
              .mapToObj(i ->
                  Thread.startVirtualThread(() -> {
                    if (half.get(i).payment().isEmpty()) {
                      behaviour.get(i).carryOut(half.get(i));
                    } else {
                      half.get(i).asked().stream()
                          .filter(one -> one.answer().isEmpty())
                          .forEach(one -> one.send(shop));
                    }
                  }))
              .toList();
      asking.forEach(ProviderDrill::join);
    }
    return half.size();
  }

  private void finish(ServiceProcess service) throws IOException {
    stripe.faults().clear();
    stripe.noticeFaults().clear();
    try (var records = new ProviderRecords(service.folder().database());
        Shop shop = shop(service)) {
      var settling = new ProviderSettling(records, stripe, sales);
      Duration after = settling.await(options.settled(), this::add, out);
      repeatWhatWasAnswered(shop);
      settling.check(this::add);
      out.accept(settling.summary(after));
      out.accept(
          "%,d calls were cut between sending and answer by %d kills: %s%nBesides, of calls: %s; of notices: %s"
              .formatted(
                  cut.values().stream().mapToInt(Integer::intValue).sum(),
                  options.rounds(),
                  cut,
                  stripe.faults().happened(),
                  stripe.noticeFaults().happened()));
    }
  }

  /** A key that was answered is answered the same, byte by byte. */
  private void repeatWhatWasAnswered(Shop shop) {
    long end = System.nanoTime() + REPETITION.toNanos();
    var repeated = new AtomicInteger();
    List<Asked> answered =
        sales.stream()
            .flatMap(sale -> sale.asked().stream())
            .filter(one -> one.answer().filter(Shop.Reply::isGood).isPresent())
            .toList();
    List<Thread> asking =
        IntStream.range(0, options.connections())
            .mapToObj(lane ->
                Thread.startVirtualThread(() -> {
                  for (int i = lane;
                      i < answered.size() && System.nanoTime() < end;
                      i += options.connections()) {
                    repeated.incrementAndGet();
                    answered
                        .get(i)
                        .send(shop)
                        .ifPresent(other ->
                            add("a repeated key gets the answer that was given first", other));
                  }
                }))
            .toList();
    asking.forEach(ProviderDrill::join);
    if (repeated.get() < answered.size()) {
      add(
          "every key that was answered is repeated in time",
          "%,d of %,d were in %s".formatted(repeated.get(), answered.size(), REPETITION));
    }
  }

  private void add(String promise, String detail) {
    synchronized (broken) {
      broken.add(new Broken(promise, detail));
    }
  }

  private static Shop shop(ServiceProcess service) throws IOException {
    return new Shop(Connecting.url(service), service.folder().testKey());
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
