package florin.sandbox;

import florin.account.Sandbox;
import florin.account.SandboxStore;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.core.Refusal;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
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

  /** How often work is tried that stays due since the same time. */
  private static final int MAX_TRIES = 10;

  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** How long a sandbox is looked after in each round after a request. */
  private static final Duration ATTENTION = Duration.ofMinutes(10);

  /** The rounds after which the job looks after all sandboxes. */
  private static final int ROUNDS_OF_RECENT = 30;

  /** The most sandboxes that one round of the job adds. The next one continues after them. */
  private static final int MAX_IDLE = 1_000;

  /** The sandboxes that the job works in at the same time. */
  private static final int MAX_AT_ONCE = 4;

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

  private final Semaphore permits = new Semaphore(MAX_AT_ONCE);
  private volatile boolean closed;

  /** Used only by the job's thread. */
  private int rounds;

  /** The realm id after which the next sandboxes are listed. Used only by the job's thread. */
  private long listed;

  /**
   * The result of advancing.
   *
   * @param reached the sandbox with its new clock
   * @param isDone false if the time or the steps of one request were not enough, or work is still
   *     due
   * @param steps the due times that were passed
   */
  record Advanced(Sandbox reached, boolean isDone, int steps) {}

  /**
   * What is due after a sandbox's time.
   *
   * @param next when more will be due
   * @param isLeft whether work is still due, or it is unknown whether it is
   */
  private record Found(Optional<Instant> next, boolean isLeft) {}

  /** How often work was tried that has been due since the same time. */
  private record Tries(Instant due, int times) {
    Tries plus(Tries later) {
      return due.equals(later.due) ? new Tries(due, times + 1) : later;
    }
  }

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
    if (!closed && !advancing.contains(realm) && !inWork.merge(realm, false, (_, _) -> true)) {
      Thread.ofVirtual().name("sandbox").start(() -> runRepeatedly(realm));
    }
  }

  @Override
  public void close() {
    closed = true;
    job.close();
  }

  private boolean round() {
    long now = System.nanoTime();
    recent.values().removeIf(since -> now - since > ATTENTION.toNanos());
    recent.keySet().forEach(this::begin);
    if (rounds++ % ROUNDS_OF_RECENT == 0) {
      List<Sandbox> idle = store.listIdle(listed, real.instant(), MAX_IDLE);
      idle.stream().map(Sandbox::realm).forEach(this::begin);
      listed = idle.size() < MAX_IDLE ? 0 : idle.getLast().realm().id();
    }
    return false;
  }

  private void runRepeatedly(Realm realm) {
    do {
      permits.acquireUninterruptibly();
      try {
        inWork.put(realm, false); // a request that ends from here on is looked after again
        runOnce(realm);
      } finally {
        permits.release();
      }
    } while (!closed && !inWork.remove(realm, false));
  }

  private void runOnce(Realm realm) {
    try {
      Optional<Sandbox> sandbox = store.findIdleOf(realm, real.instant());
      if (sandbox.isPresent()) {
        long end = System.nanoTime() + MAX_TIME.toNanos();
        RealmClock.within(sandbox.get().time(), () -> runDue(realm, end));
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
   * @throws Refusal if the sandbox was reset meanwhile, or another request continues
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
        Found found = RealmClock.within(current.time(), () -> runDue(realm, end));
        Optional<Instant> next = found.next();
        boolean isLast = next.filter(time -> !time.isAfter(to)).isEmpty();
        Sandbox moved = moved(current, isLast ? to : next.get());
        boolean isOver = steps == MAX_STEPS || System.nanoTime() - end >= 0;
        if (isOver && (!isLast || found.isLeft())) {
          return Optional.of(new Advanced(current, false, steps));
        }
        Instant renewed = leaseEnd();
        if (!store.advance(realm, moved.time().ahead(), lease, Optional.of(renewed))) {
          throw Sandboxes.lost();
        }
        lease = renewed;
        current = moved;
        if (isLast) {
          Found last = RealmClock.within(current.time(), () -> runDue(realm, end));
          return Optional.of(new Advanced(current, !last.isLeft(), steps));
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

  /**
   * Does what is due in the sandbox of the current time. Work that fails does not stop the others.
   *
   * @param end the {@link System#nanoTime} after which no further work begins
   */
  private Found runDue(Realm realm, long end) {
    var tries = new HashMap<DueWork, Tries>();
    var failed = new HashSet<DueWork>();
    while (true) {
      Optional<Instant> next = Optional.empty();
      boolean isLeft = !failed.isEmpty();
      boolean hasRun = false;
      for (DueWork work : works) {
        Optional<Instant> due =
            failed.contains(work) ? Optional.empty() : find(work, realm, failed);
        if (due.isPresent() && due.get().isAfter(clock.instant())) {
          next = next.filter(it -> it.isBefore(due.get())).or(() -> due);
        } else if (due.isPresent()) {
          isLeft = true;
          int times = tries.merge(work, new Tries(due.get(), 1), Tries::plus).times();
          if (times <= MAX_TRIES && !closed && System.nanoTime() - end < 0) {
            run(work, realm);
            hasRun = true;
          }
        }
      }
      if (!hasRun) {
        return new Found(next, isLeft || !failed.isEmpty());
      }
    }
  }

  /** Returns when work is due; empty if that is unknown. */
  private static Optional<Instant> find(DueWork work, Realm realm, Set<DueWork> failed) {
    try {
      return work.findNext(realm);
    } catch (RuntimeException unknown) {
      LOG.warn("the due work of a sandbox is unknown and will be looked for again", unknown);
      failed.add(work);
      return Optional.empty();
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
