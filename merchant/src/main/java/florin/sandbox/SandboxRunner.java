package florin.sandbox;

import florin.account.Sandbox;
import florin.account.SandboxStore;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what is due in sandboxes, by their clocks. While a sandbox is advanced, its clock jumps from
 * one due time to the next, so that everything happens at its time and in order. Otherwise a job
 * does what becomes due as time passes. The jobs of other realms leave sandboxes alone.
 */
public final class SandboxRunner implements AutoCloseable {
  /** The most due times that one request passes. */
  static final int MAX_STEPS = 5_000;

  /** The time after which a request stops at the next due time. */
  static final Duration MAX_TIME = Duration.ofSeconds(8);

  /** The lease of a request that advances a sandbox. Another one may continue after it. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  /** How often work that stays due is tried again at the same time. */
  private static final int MAX_ROUNDS = 10;

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** How long a sandbox is looked after in each round after a request. */
  private static final Duration ATTENTION = Duration.ofMinutes(10);

  /** The rounds after which the job looks after all sandboxes. */
  private static final int ROUNDS_OF_RECENT = 30;

  private static final int MAX_IDLE = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(SandboxRunner.class);

  private final SandboxStore store;
  private final List<DueWork> works;
  private final InstantSource real;
  private final RealmClock clock;
  private final Set<Realm> advancing = ConcurrentHashMap.newKeySet();

  /** The sandboxes in work, and whether their work is to be repeated. */
  private final Map<Realm, Boolean> inWork = new ConcurrentHashMap<>();

  private final Map<Realm, Long> recent = new ConcurrentHashMap<>();
  private final BackgroundJob job;

  /** Used only by the job's thread. */
  private int rounds;

  /**
   * The result of advancing.
   *
   * @param reached the sandbox with its new clock
   * @param isDone false if the time or the steps of one request were not enough
   * @param steps the due times that were passed
   */
  record Advanced(Sandbox reached, boolean isDone, int steps) {}

  /**
   * Creates and starts the job.
   *
   * @param works all kinds of work that becomes due
   * @param real the real time
   */
  public SandboxRunner(
      SandboxStore store, List<DueWork> works, InstantSource real, WorkAcceptance acceptance) {
    this.store = store;
    this.works = List.copyOf(works);
    this.real = real;
    this.clock = new RealmClock(real);
    this.job = BackgroundJob.ofWork("sandboxes", PAUSE, acceptance, this::round);
  }

  /** Does soon what has become due in a sandbox. */
  public void used(Realm realm) {
    recent.put(realm, System.nanoTime());
    begin(realm);
  }

  private void begin(Realm realm) {
    if (!advancing.contains(realm) && !inWork.merge(realm, false, (_, _) -> true)) {
      Thread.ofVirtual().name("sandbox").start(() -> runRepeatedly(realm));
    }
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean round() {
    long now = System.nanoTime();
    recent.values().removeIf(since -> now - since > ATTENTION.toNanos());
    recent.keySet().forEach(this::begin);
    if (rounds++ % ROUNDS_OF_RECENT == 0) {
      store.listIdle(real.instant(), MAX_IDLE).stream().map(Sandbox::realm).forEach(this::begin);
    }
    return false;
  }

  private void runRepeatedly(Realm realm) {
    do {
      inWork.put(realm, false); // a request that ends from here on is looked after again
      runOnce(realm);
    } while (!inWork.remove(realm, false));
  }

  private void runOnce(Realm realm) {
    try {
      Optional<Sandbox> sandbox = store.findOf(realm);
      if (sandbox.isPresent()) {
        RealmClock.within(sandbox.get().time(), () -> runDue(realm));
      }
    } catch (RuntimeException failed) {
      LOG.warn("the work of a sandbox failed and will be tried again", failed);
    }
  }

  /**
   * Advances a sandbox, as far as the limits of one request allow. If the process dies, the clock
   * is where it was last, and another request continues.
   *
   * @return empty if another request advances it
   */
  Optional<Advanced> advance(Sandbox sandbox, Instant to) {
    Instant lease = leaseEnd();
    if (!store.take(sandbox, lease, real.instant())) {
      return Optional.empty();
    }
    advancing.add(sandbox.realm());
    long end = System.nanoTime() + MAX_TIME.toNanos();
    Sandbox current = store.findOf(sandbox.realm()).orElse(sandbox);
    int steps = 0;
    try {
      while (true) {
        Realm realm = current.realm();
        Optional<Instant> next = RealmClock.within(current.time(), () -> runDue(realm));
        boolean isLast = next.filter(time -> !time.isAfter(to)).isEmpty();
        Sandbox moved = moved(current, isLast ? to : next.get());
        boolean isOver = steps == MAX_STEPS || System.nanoTime() - end >= 0;
        if (isOver && !isLast) {
          return Optional.of(new Advanced(current, false, steps));
        }
        Instant renewed = leaseEnd();
        if (!store.advance(realm, moved.time().ahead(), lease, Optional.of(renewed))) {
          return Optional.empty();
        }
        lease = renewed;
        current = moved;
        if (isLast) {
          RealmClock.within(current.time(), () -> runDue(realm));
          return Optional.of(new Advanced(current, true, steps));
        }
        steps++;
      }
    } finally {
      advancing.remove(sandbox.realm());
      var _ = store.advance(current.realm(), current.time().ahead(), lease, Optional.empty());
    }
  }

  private Instant leaseEnd() {
    return real.instant().plus(LEASE).truncatedTo(ChronoUnit.MICROS);
  }

  /** Returns a sandbox at a time, or later if its clock is ahead of that. */
  private Sandbox moved(Sandbox sandbox, Instant to) {
    // Rounded up, so that what is due at this time is.
    Duration ahead = Duration.ofMillis(Duration.between(real.instant(), to).toMillis() + 1);
    return ahead.compareTo(sandbox.time().ahead()) > 0 ? sandbox.ahead(ahead) : sandbox;
  }

  /** Does what is due in the sandbox of the current time. Returns when more will be due. */
  private Optional<Instant> runDue(Realm realm) {
    var stuck = new HashSet<DueWork>();
    for (int round = 0; ; round++) {
      Optional<Instant> next = Optional.empty();
      boolean hasRun = false;
      for (DueWork work : works) {
        Optional<Instant> due = work.findNext(realm);
        if (due.isEmpty() || stuck.contains(work)) {
          continue;
        }
        if (!due.get().isAfter(clock.instant())) {
          run(work, realm);
          hasRun = true;
          if (round == MAX_ROUNDS) {
            stuck.add(work);
          }
        } else if (next.isEmpty() || due.get().isBefore(next.get())) {
          next = due;
        }
      }
      if (!hasRun || round > MAX_ROUNDS) {
        return next;
      }
    }
  }

  private static void run(DueWork work, Realm realm) {
    try {
      work.runDue(realm);
    } catch (RuntimeException failed) {
      LOG.warn("work of a sandbox failed and will be tried again", failed);
    }
  }
}
