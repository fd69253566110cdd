package florin.bench.crash;

import florin.bench.provider.Sale;
import florin.bench.provider.Sales;
import florin.bench.provider.Shop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  /** So many requests are answered between two faults, where that does not take too long. */
  private static final int LEAST_WORK = 10;

  private static final int MOST_WORK = 120;
  private static final Duration LONGEST_WORK = Duration.ofSeconds(12);

  /** And the fault comes up to so much later: not with an answer. */
  private static final int JITTER_MS = 200;

  /** What a provider was sent may arrive for 90 s, and is asked about after that. */
  private static final Duration SETTLED = Duration.ofMinutes(4);

  private static final int REPEATED = 4000;

  private final Options options;
  private final Consumer<String> out;
  private final SplittableRandom random;
  private final Verdict verdict = new Verdict();
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private final AtomicLong numbers = new AtomicLong();

  /** Calls that the provider had, and the service no answer to, when it was killed. */
  private int cut;

  private final AtomicBoolean stop = new AtomicBoolean();

  /** Between a fault and the first answer: who has nothing under way begins nothing meanwhile. */
  private volatile boolean isAway;

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
   */
  record Report(Verdict verdict, int kills, Map<Fault, Integer> faults) {}

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
      List<Thread> clients = clients(world);
      try {
        strike(world);
      } catch (IOException | RuntimeException ended) {
        // What has been seen till then is worth being reported.
        verdict.broken(Promise.BACK, "the drill could not go on: " + ended);
      } finally {
        stop.set(true);
        clients.forEach(Buyer::join);
      }
      out.accept(
          "asked %,d times, answered %,d: %,d for each kill; of the provider %,d calls and %,d notices went wrong and %,d calls were cut by kills; now all is awaited"
              .formatted(
                  world.journal().requests(),
                  world.journal().answers(),
                  world.journal().answers() / Math.max(1, kills()),
                  sum(world.stripe().faults().happened()),
                  sum(world.stripe().noticeFaults().happened()),
                  cut));
      reckon(world);
    }
    return new Report(verdict, kills(), struck);
  }

  /** What cannot be reckoned is not kept, and does not take with it what was seen before. */
  private void reckon(World world) {
    try {
      revive(world);
      Duration took =
          new Reckoning(SETTLED, Reckoning.DELIVERED, REPEATED).check(world, verdict).all();
      out.accept("nothing was open any more after %.1f s".formatted(took.toMillis() / 1e3));
    } catch (IOException | RuntimeException failed) {
      verdict.looked(Promise.SETTLED, 1);
      verdict.broken(Promise.SETTLED, "it could not be looked at: " + failed);
    }
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

  private void strike(World world) throws IOException {
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
        prepare(fault, world);
        if (fault.isKill()) {
          awaitCall(world);
          cut += world.stripe().inFlight().size();
        }
        fault.strike(world, random.split());
        struck.merge(fault, 1, Integer::sum);
        awaitReady(world, fault);
      }
    }
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
  private void prepare(Fault fault, World world) throws IOException {
    if (fault.needs().length > 0) {
      isAway = true;
      world.service().close();
      world.startAgain(fault.needs());
      isAway = false;
    }
  }

  private void awaitReady(World world, Fault fault) throws IOException {
    isAway = true;
    Stopwatch watch = Stopwatch.start(world.service());
    boolean isRestarted = revive(world);
    try (Shop shop = world.cards()) {
      while (!isServed(shop) && isInTime(watch.counted(world.service()))) {
        isRestarted |= revive(world);
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
    Duration took = watch.counted(world.service());
    isAway = false;
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

  private boolean isInTime(Duration took) {
    return took.compareTo(options.back()) <= 0;
  }

  /** Who watches over a service starts it again when it has ended. */
  private static boolean revive(World world) throws IOException {
    boolean hasEnded = !world.service().isAlive();
    if (hasEnded) {
      world.startAgain();
    }
    return hasEnded;
  }

  private static boolean isServed(Shop shop) {
    return shop.get("/v2/events?limit=1").filter(Shop.Reply::isGood).isPresent();
  }

  private List<Thread> clients(World world) throws IOException {
    var clients = new ArrayList<Thread>();
    for (int i = 0; i < options.clients(); i++) {
      var buyer = new Buyer(world.cards(), random.split(), numbers);
      clients.add(Thread.startVirtualThread(() -> goOn(buyer::act)));
    }
    for (int i = 0; i < options.sellers(); i++) {
      var sales = new Sales(world.hosted(), world.stripe(), random.split());
      clients.add(Thread.startVirtualThread(() -> goOn(() -> sell(sales))));
    }
    return clients;
  }

  private void sell(Sales sales) {
    Sale sale = sales.next(HOSTED + numbers.incrementAndGet());
    sales.carryOut(sale);
  }

  /** What was under way goes on while nobody answers, and asks again; nothing new is begun. */
  private void goOn(Runnable act) {
    while (!stop.get()) {
      if (!isAway) {
        carryOut(act);
      }
      LockSupport.parkNanos((isAway ? LOOK : LULL).toNanos());
    }
  }

  /** A client that is told what nobody can read says so, and goes on. */
  private void carryOut(Runnable act) {
    try {
      act.run();
    } catch (RuntimeException failed) {
      verdict.broken(Promise.NO_BUG, "a client could not go on: " + failed);
    }
  }
}
