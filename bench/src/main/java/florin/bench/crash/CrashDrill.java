package florin.bench.crash;

import emulator.provider.Emulator;
import florin.bench.agent.Rewrite;
import florin.bench.provider.HostedProvider;
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
import java.util.stream.Stream;

/**
 * Injects faults into a service under load, drawn from a seed, until the requested number of kills.
 * Clients never stop and nothing is awaited in between. A fault thus meets the state that earlier
 * faults left. {@link Reckoning} then checks all invariants.
 */
final class CrashDrill {
  private static final Duration LULL = Duration.ofMillis(10);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** The time within which a service without its database must notice it and end. */
  private static final Duration LONGEST_END = Duration.ofSeconds(30);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** The minimum number of responses between two faults, within a time limit. */
  private static final int LEAST_WORK = 10;

  private static final int MOST_WORK = 120;
  private static final Duration LONGEST_WORK = Duration.ofSeconds(12);

  /** The maximum random delay of a fault, so that it doesn't coincide with a response. */
  private static final int JITTER_MS = 200;

  /**
   * The time within which everything must be resolved. A call may reach the provider for 90 s;
   * Florin inquires after that.
   */
  private static final Duration RESOLVED = Duration.ofMinutes(4);

  private static final int REPEATED = 4000;

  private final Options options;
  private final Consumer<String> out;
  private final SplittableRandom random;
  private final Verdict verdict = new Verdict();
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private final AtomicLong numbers = new AtomicLong();
  private final long begun = System.nanoTime();

  /** The number of calls that reached the provider and whose response a kill cut off. */
  private int cut;

  /** The latest fault. */
  private Optional<Fault> last = Optional.empty();

  /** The number of times that the service ended without a signal, which a few faults cause. */
  private int ownEnds;

  private int failedStarts;

  /**
   * The options of a drill.
   *
   * @param kills number of SIGKILLs; other faults are added to these
   * @param clients number of clients that pay by card
   * @param sellers number of sellers whose payers pay at a provider
   * @param providers those that the sellers use in turn
   * @param faults faults to draw from
   * @param back maximum time from the end of a fault until the service is ready, measured with a
   *     {@link Stopwatch}
   * @param most time after which fault injection stops, even if kills are left
   */
  record Options(
      int kills,
      int clients,
      int sellers,
      Set<HostedProvider.Kind> providers,
      Set<Fault> faults,
      Duration back,
      Duration most,
      long seed,
      Path folder) {
    Options {
      providers = Set.copyOf(providers);
      faults = Set.copyOf(faults);
    }

    boolean isFilled() {
      return faults.contains(Fault.DISK_FULL);
    }
  }

  /**
   * The result of a drill.
   *
   * @param kills number of kills
   * @param faults number of times that each fault had an effect
   * @param ownEnds number of times that the service ended without a signal, which a few faults
   *     cause
   * @param failedStarts number of starts after which the service didn't become ready
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
            options.providers(),
            options.isFilled(),
            Set.of(),
            Map.of(),
            options.seed());
    try (var world = new World(plan)) {
      if (options.isFilled() && world.disk().isEmpty()) {
        out.accept("skipped: a full disk, which needs root to mount a small file system");
      }
      emulators(world).forEach(ProviderFaults::begin);
      strikeUnderLoad(world);
      out.accept(
          "%,d requests, %,d responses: %,d for each kill; %,d calls and %,d webhooks of the provider failed, and kills cut off %,d calls; %,d captures and %,d refunds were made in its dashboard; waiting for operations in flight"
              .formatted(
                  world.journal().requests(),
                  world.journal().answers(),
                  world.journal().answers() / Math.max(1, kills()),
                  emulators(world).mapToInt(it -> sum(it.faults().happened())).sum(),
                  emulators(world).mapToInt(it -> sum(it.webhookFaults().happened())).sum(),
                  cut,
                  world.accounts().stream().mapToInt(it -> it.provider().captures()).sum(),
                  world.accounts().stream().mapToInt(it -> it.provider().refunds()).sum()));
      reckon(world);
      if (!verdict.holds()) {
        out.accept("the service's log is kept: " + world.keepLog());
      }
    }
    return new Report(verdict, kills(), struck, ownEnds, failedStarts);
  }

  private void strikeUnderLoad(World world) throws IOException {
    try (var clients = new Clients(verdict)) {
      start(clients, world);
      strike(world, clients);
    } catch (IOException | RuntimeException ended) {
      // The findings up to here are worth reporting.
      verdict.broken(Invariant.BACK, "the drill failed: " + ended);
    }
  }

  /**
   * Checks all invariants. A check that fails with an exception counts as a broken invariant and
   * keeps the earlier findings.
   */
  private void reckon(World world) {
    try {
      revive(world);
      Duration took =
          new Reckoning(resolvedWithin(), Reckoning.DELIVERED, REPEATED)
              .check(world, verdict)
              .all();
      out.accept("everything was resolved after %.1f s".formatted(took.toMillis() / 1e3));
    } catch (IOException | RuntimeException failed) {
      verdict.looked(Invariant.RESOLVED, 1);
      verdict.broken(Invariant.RESOLVED, "the check failed: " + failed);
    }
  }

  /**
   * Returns how long an attempt may stay open after the last fault. Recovery never waits longer
   * than half of an attempt's age, and no attempt is older than the drill.
   */
  private Duration resolvedWithin() {
    return RESOLVED.plus(Duration.ofNanos(System.nanoTime() - begun).dividedBy(2));
  }

  private static Stream<Emulator> emulators(World world) {
    return world.accounts().stream().map(account -> account.provider().emulator());
  }

  private static int inFlight(World world) {
    return emulators(world).mapToInt(emulator -> emulator.inFlight().size()).sum();
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
          out.accept("      the service had ended and was started again");
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
    int underWay = fault.endsService() ? inFlight(world) : 0;
    if (!fault.strike(world, random.split())) {
      out.accept("      no target for this fault: " + fault);
      return;
    }
    struck.merge(fault, 1, Integer::sum);
    cut += underWay;
    last = Optional.of(fault);
    clients.pause();
    awaitReady(world, fault);
    clients.resume();
  }

  /** Waits for some requests. A fault without requests in flight shows nothing. */
  private void awaitWork(World world) {
    long wanted = world.journal().answers() + random.nextInt(LEAST_WORK, MOST_WORK);
    long end = System.nanoTime() + LONGEST_WORK.toNanos();
    while (world.journal().answers() < wanted && System.nanoTime() < end) {
      LockSupport.parkNanos(LULL.toNanos());
    }
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(JITTER_MS)).toNanos());
  }

  /**
   * Waits for a call in flight at the provider. Without card clients, a kill is only useful then.
   */
  private void awaitCall(World world) {
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (options.clients() == 0 && inFlight(world) == 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(LULL.toNanos());
    }
  }

  /**
   * Restarts the service in an orderly way if the fault needs rewrites, such as a clock that can be
   * stepped.
   */
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
    verdict.looked(Invariant.BACK, 1);
    if (!isInTime(took)) {
      verdict.broken(Invariant.BACK, "%s: %d ms".formatted(fault, took.toMillis()));
    }
    out.accept(
        "%4d  %-60s  %s after %.1f s, %.1f elapsed  %,7d requests"
            .formatted(
                kills(),
                fault,
                isRestarted ? "restarted, ready" : "ready",
                took.toMillis() / 1e3,
                watch.onTheClock().toMillis() / 1e3,
                world.journal().requests()));
  }

  /**
   * Waits until the service has ended. A service that hangs is a finding, since no operator kills
   * it.
   */
  private void awaitEnd(World world, Fault fault) {
    if (!world.service().hasEnded(LONGEST_END)) {
      verdict.broken(
          Invariant.BACK, "%s: the service had not ended after %s".formatted(fault, LONGEST_END));
      world.service().kill();
    }
  }

  private boolean isInTime(Duration took) {
    return took.compareTo(options.back()) <= 0;
  }

  /** Starts the service again if it has ended, as a process supervisor would. */
  private boolean revive(World world) throws IOException {
    boolean hasEnded = !world.service().isAlive();
    if (hasEnded) {
      ownEnds++;
      if (!isExcused()) {
        verdict.broken(
            Invariant.BACK, "the service ended without a fault; the latest fault: " + lastWords());
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
            Invariant.BACK,
            "%d starts failed; the latest fault: %s".formatted(failed, lastWords()));
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
      HostedAccount account = world.accounts().get(i % world.accounts().size());
      var sales = new Sales(world.shop(account), account.provider(), random.split());
      clients.start(() -> sales.carryOut(sales.next(account.prefix() + numbers.incrementAndGet())));
    }
  }
}
