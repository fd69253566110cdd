package florin.bench.crash;

import florin.bench.agent.Rewrite;
import florin.bench.provider.Sale;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Lets one fault after the other happen to a service that sells, drawn by a seed, until so many
 * were kills. Clients never stop, and nothing is awaited or looked at in between: a fault meets
 * what the ones before have left. Then {@link Reckoning}.
 */
final class CrashDrill {
  /** With this begins what hosted payments are called. */
  static final String HOSTED = "hosted-";

  private static final Duration LULL = Duration.ofMillis(10);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Without its database the service is of no use, and has to webhook. */
  private static final Duration LONGEST_END = Duration.ofSeconds(30);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** So many requests are answered between two faults, where that does not take too long. */
  private static final int LEAST_WORK = 10;

  private static final int MOST_WORK = 120;
  private static final Duration LONGEST_WORK = Duration.ofSeconds(12);

  /** And the fault comes up to so much later: not with an answer. */
  private static final int JITTER_MS = 200;

  /** A call may reach the provider for 90 s; Florin inquires after that. */
  private static final Duration RESOLVED = Duration.ofMinutes(4);

  private static final int REPEATED = 4000;

  private final Options options;
  private final Consumer<String> out;
  private final SplittableRandom random;
  private final Verdict verdict = new Verdict();
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private final AtomicLong numbers = new AtomicLong();
  private final long begun = System.nanoTime();

  /** Calls that the provider had, and the service no answer to, when it was killed. */
  private int cut;

  /** What has happened last. */
  private Optional<Fault> last = Optional.empty();

  /** How often the service ended where nothing had ended it, and how often it did not start. */
  private int ownEnds;

  private int failedStarts;

  /**
   * @param kills of which each is a SIGKILL; other faults come besides
   * @param clients that pay by cards
   * @param sellers whose payers pay at the provider
   * @param faults what may happen
   * @param back from the end of a fault until the service is ready, by a {@link Stopwatch}
   * @param most after which no more faults come, however many kills are left
   */
  record Options(
      int kills,
      int clients,
      int sellers,
      Set<Fault> faults,
      Duration back,
      Duration most,
      long seed,
      Path folder) {
    Options {
      faults = Set.copyOf(faults);
    }

    boolean isFilled() {
      return faults.contains(Fault.DISK_FULL);
    }
  }

  /**
   * @param kills that there were
   * @param faults how often each met something
   * @param ownEnds how often the service ended by itself
   * @param failedStarts how often it did not come to serve
   */
  record Report(
      Verdict verdict, int kills, Map<Fault, Integer> faults, int ownEnds, int failedStarts) {}

  private CrashDrill(Options options, Consumer<String> out) {
    this.options = options;
    this.out = out;
    this.random = new SplittableRandom(options.seed());
  }

  static Report run(Options options, Consumer<String> out) throws IOException {
    return new CrashDrill(options, out).run();
  }

  private Report run() throws IOException {
    var plan =
        new World.Plan(
            options.folder(),
            Optional.empty(),
            options.sellers() > 0,
            options.isFilled(),
            Set.of(),
            Map.of(),
            options.seed());
    try (var world = new World(plan)) {
      if (options.isFilled() && world.disk().isEmpty()) {
        out.accept("left out: a full disk, for which root has to mount a small one");
      }
      ProviderFaults.begin(world.stripe());
      strikeUnderLoad(world);
      out.accept(
          "asked %,d times, answered %,d: %,d for each kill; of the provider %,d calls and %,d webhooks went wrong and %,d calls were cut by kills; %,d captures and %,d refunds were made in its dashboard; now all is awaited"
              .formatted(
                  world.journal().requests(),
                  world.journal().answers(),
                  world.journal().answers() / Math.max(1, kills()),
                  sum(world.stripe().faults().happened()),
                  sum(world.stripe().webhookFaults().happened()),
                  cut,
                  world.stripe().staff().captures(),
                  world.stripe().staff().refunds()));
      reckon(world);
      if (!verdict.holds()) {
        out.accept("what the service said of it is kept: " + world.keepLog());
      }
    }
    return new Report(verdict, kills(), struck, ownEnds, failedStarts);
  }

  private void strikeUnderLoad(World world) throws IOException {
    try (var clients = new Clients(verdict)) {
      start(clients, world);
      strike(world, clients);
    } catch (IOException | RuntimeException ended) {
      // What has been seen till then is worth being reported.
      verdict.broken(Promise.BACK, "the drill could not go on: " + ended);
    }
  }

  /** What cannot be reckoned is not kept, and does not take with it what was seen before. */
  private void reckon(World world) {
    try {
      revive(world);
      Duration took =
          new Reckoning(resolvedWithin(), Reckoning.DELIVERED, REPEATED)
              .check(world, verdict)
              .all();
      out.accept("nothing was open any more after %.1f s".formatted(took.toMillis() / 1e3));
    } catch (IOException | RuntimeException failed) {
      verdict.looked(Promise.RESOLVED, 1);
      verdict.broken(Promise.RESOLVED, "it could not be looked at: " + failed);
    }
  }

  /**
   * Returns how long an attempt may stay open after the last fault. Recovery never waits longer
   * than half of an attempt's age, and no attempt is older than the drill.
   */
  private Duration resolvedWithin() {
    return RESOLVED.plus(Duration.ofNanos(System.nanoTime() - begun).dividedBy(2));
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private int kills() {
    return struck.entrySet().stream()
        .filter(entry -> entry.getKey().isKill())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private void strike(World world, Clients clients) throws IOException {
    long end = System.nanoTime() + options.most().toNanos();
    Deque<Fault> coming = new ArrayDeque<>();
    while (kills() < options.kills() && System.nanoTime() < end) {
      if (coming.isEmpty()) {
        coming.addAll(Fault.shuffled(options.faults(), random));
      }
      awaitWork(world);
      Fault fault = coming.remove();
      if (fault.isPossible(world)) {
        if (revive(world)) {
          out.accept("      the service had ended since, and was started again");
        }
        strike(fault, world, clients);
      }
    }
  }

  private void strike(Fault fault, World world, Clients clients) throws IOException {
    prepare(fault, world, clients);
    if (fault.isKill()) {
      awaitCall(world);
    }
    int underWay = fault.endsService() ? world.stripe().inFlight().size() : 0;
    if (!fault.strike(world, random.split())) {
      out.accept("      nothing was there for this: " + fault);
      return;
    }
    struck.merge(fault, 1, Integer::sum);
    cut += underWay;
    last = Optional.of(fault);
    clients.pause();
    awaitReady(world, fault);
    clients.resume();
  }

  /** A fault that meets no work shows nothing. */
  private void awaitWork(World world) {
    long wanted = world.journal().answers() + random.nextInt(LEAST_WORK, MOST_WORK);
    long end = System.nanoTime() + LONGEST_WORK.toNanos();
    while (world.journal().answers() < wanted && System.nanoTime() < end) {
      LockSupport.parkNanos(LULL.toNanos());
    }
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(JITTER_MS)).toNanos());
  }

  /** Where nobody asks but the provider's sellers, the moment that is worth a kill. */
  private void awaitCall(World world) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (options.clients() == 0
        && world.stripe().inFlight().isEmpty()
        && System.nanoTime() < end) {
      LockSupport.parkNanos(LULL.toNanos());
    }
  }

  /** A life whose clock cannot be stepped ends in an orderly way before one that can begins. */
  private void prepare(Fault fault, World world, Clients clients) throws IOException {
    if (fault.needs().length > 0) {
      clients.pause();
      world.service().close();
      start(world, fault.needs());
      clients.resume();
    }
  }

  private void awaitReady(World world, Fault fault) throws IOException {
    Stopwatch watch = Stopwatch.start(world.service());
    boolean isRestarted = fault.endsService();
    if (isRestarted) {
      awaitEnd(world, fault);
      start(world);
    }
    try (Shop shop = world.cards()) {
      while (!isServed(shop) && isInTime(watch.counted(world.service()))) {
        isRestarted |= revive(world);
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
    Duration took = watch.counted(world.service());
    verdict.looked(Promise.BACK, 1);
    if (!isInTime(took)) {
      verdict.broken(Promise.BACK, "%s: %d ms".formatted(fault, took.toMillis()));
    }
    out.accept(
        "%4d  %-60s  %s after %.1f s, %.1f on the clock  %,7d asked"
            .formatted(
                kills(),
                fault,
                isRestarted ? "started again, ready" : "ready",
                took.toMillis() / 1e3,
                watch.onTheClock().toMillis() / 1e3,
                world.journal().requests()));
  }

  /** One that hangs has to be killed, which is for nobody to do. */
  private void awaitEnd(World world, Fault fault) {
    if (!world.service().hasEnded(LONGEST_END)) {
      verdict.broken(Promise.BACK, "%s: after %s it had not ended".formatted(fault, LONGEST_END));
      world.service().kill();
    }
  }

  private boolean isInTime(Duration took) {
    return took.compareTo(options.back()) <= 0;
  }

  /** Who watches over a service starts it again when it has ended. */
  private boolean revive(World world) throws IOException {
    boolean hasEnded = !world.service().isAlive();
    if (hasEnded) {
      ownEnds++;
      if (!isExcused()) {
        verdict.broken(Promise.BACK, "the service ended by itself; before that: " + lastWords());
      }
      start(world);
    }
    return hasEnded;
  }

  private void start(World world, Rewrite... besides) throws IOException {
    int before = world.failedStarts();
    try {
      world.startAgain(besides);
    } finally {
      int failed = world.failedStarts() - before;
      failedStarts += failed;
      if (failed > 0 && !isExcused()) {
        verdict.broken(
            Promise.BACK, "%d starts failed; before that: %s".formatted(failed, lastWords()));
      }
    }
  }

  private boolean isExcused() {
    return last.filter(Fault::mayEndService).isPresent();
  }

  private String lastWords() {
    return last.map(Fault::toString).orElse("nothing");
  }

  private static boolean isServed(Shop shop) {
    return shop.get("/v2/events?limit=1").filter(Shop.Reply::isGood).isPresent();
  }

  private void start(Clients clients, World world) throws IOException {
    for (int i = 0; i < options.clients(); i++) {
      clients.start(new Buyer(world.cards(), random.split(), numbers)::act);
    }
    for (int i = 0; i < options.sellers(); i++) {
      var sales = new Sales(world.hosted(), world.stripe(), random.split());
      clients.start(() -> sell(sales));
    }
  }

  private void sell(Sales sales) {
    Sale sale = sales.next(HOSTED + numbers.incrementAndGet());
    sales.carryOut(sale);
  }
}
