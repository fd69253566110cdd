package florin.bench.simulate.fiber;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/**
 * Schedules the fibers of a simulation, whose clock jumps to the time of the next due fiber. A
 * waiting fiber hands its turn to the one that is due first; equal times are served in order. The
 * schedule is deterministic, so equal seeds give equal runs.
 */
public final class Fibers {
  private static final ScopedValue<Fiber> CURRENT = ScopedValue.newInstance();

  private final PriorityQueue<Fiber> due = new PriorityQueue<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Throwable> escaped = new ArrayList<>();
  private final Life world = new Life("world");
  private final List<Life> lives = new ArrayList<>();
  private final IdentityHashMap<Object, List<Fiber>> atMonitors = new IdentityHashMap<>();
  private final Random random;
  private long nowNanos;
  private long places;
  private long turns;

  public Fibers(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Runs an activity and all fibers that it starts. When it ends, all remaining fibers are ended.
   */
  public void run(Runnable director) {
    var first =
        new Fiber(
            this,
            world,
            () -> {
              try {
                director.run();
              } finally {
                endAll();
              }
            });
    world.fibers().add(first);
    lives.add(world);
    first.giveTurn();
    try {
      over.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  private void endAll() {
    List.copyOf(lives).forEach(life -> endLife(life, CURRENT.get()));
  }

  void run(Fiber fiber, Runnable work) {
    fiber.awaitTurn();
    try {
      if (!fiber.life().isOver()) {
        ScopedValue.where(CURRENT, fiber).run(work);
      }
    } catch (LifeOver ended) {
      // The fiber's life ended while it waited.
    } catch (RuntimeException | Error bug) {
      escaped.add(bug);
    }
    fiber.life().fibers().remove(fiber);
    fiber.end();
    handOn();
  }

  private void handOn() {
    Fiber next = due.poll();
    if (next == null) {
      over.countDown();
    } else {
      take(next);
      next.giveTurn();
    }
  }

  private void take(Fiber next) {
    nowNanos = Math.max(nowNanos, next.dueNanos());
    turns++;
  }

  private void schedule(Fiber fiber, long nanos) {
    fiber.setDue(fiber.life().notBefore(nanos), places++);
    due.add(fiber);
  }

  /** Hands the turn of the calling fiber to the next one. */
  private void leave(Fiber self) {
    Fiber next = due.poll();
    if (next == null) {
      throw new IllegalStateException("all fibers wait, and none is due");
    }
    take(next);
    if (next != self) {
      next.giveTurn();
      self.awaitTurn();
    }
    if (self.life().isOver()) {
      throw new LifeOver();
    }
  }

  /** Reports a bug in the current fiber, which continues. */
  public static void report(Throwable bug) {
    if (CURRENT.isBound()) {
      CURRENT.get().fibers().escaped.add(bug);
    }
  }

  /** Returns the exceptions that fibers threw. Each is a bug. */
  public List<Throwable> escaped() {
    return escaped;
  }

  /** Returns the number of turns so far. */
  public long turns() {
    return turns;
  }

  /** Returns the scheduler of the current fiber. */
  public static Fibers current() {
    return CURRENT.get().fibers();
  }

  /** Returns the life of the current fiber. */
  public static Life life() {
    return CURRENT.get().life();
  }

  static Fiber self() {
    Fiber self = CURRENT.get();
    if (self.life().isOver()) {
      throw new LifeOver();
    }
    return self;
  }

  /** Returns the generator of the simulation's random values. */
  public RandomGenerator draws() {
    return random;
  }

  /** Starts a fiber in another life, which may be new. */
  public void start(Life life, Runnable work) {
    if (!lives.contains(life)) {
      lives.add(life);
    }
    var fiber = new Fiber(this, life, work);
    life.fibers().add(fiber);
    schedule(fiber, nowNanos);
  }

  /** Ends a life. None of its fibers runs product code afterwards. */
  public void end(Life life) {
    Fiber self = CURRENT.get();
    endLife(life, self);
    if (self.life() == life) {
      throw new LifeOver();
    }
  }

  /** Suspends all fibers of a life for a time. They then continue unaware of the pause. */
  public void standStill(Life life, Duration time) {
    life.standStill(nowNanos + time.toNanos());
    for (Fiber fiber : life.fibers()) {
      if (due.remove(fiber)) {
        schedule(fiber, fiber.dueNanos());
      }
    }
  }

  private void endLife(Life life, Fiber self) {
    life.end();
    lives.remove(life);
    for (Fiber fiber : List.copyOf(life.fibers())) {
      if (fiber != self) {
        due.remove(fiber);
        schedule(fiber, nowNanos);
      }
    }
  }

  /** Waits until the fiber is woken. */
  static void park() {
    Fiber self = self();
    self.fibers().leave(self);
  }

  /** Waits until the fiber is woken or the time has passed. */
  static void parkFor(long nanos) {
    Fiber self = self();
    Fibers fibers = self.fibers();
    fibers.schedule(self, fibers.nowNanos + Math.max(0, nanos));
    fibers.leave(self);
  }

  /** Makes a waiting fiber due now, unless it has ended. */
  static void wake(Fiber fiber) {
    Fibers fibers = fiber.fibers();
    if (!fiber.hasEnded()) {
      fibers.due.remove(fiber);
      fibers.schedule(fiber, fibers.nowNanos);
    }
  }

  // The following methods replace methods of the JDK; see WorldClasses.

  /** Replaces {@link System#nanoTime}. */
  public static long nanoTime() {
    return CURRENT.isBound() ? CURRENT.get().fibers().nowNanos : System.nanoTime();
  }

  /**
   * Replaces the method of {@link java.util.concurrent.locks.LockSupport}. Unparking is not
   * supported.
   */
  public static void parkNanos(long nanos) {
    parkFor(nanos);
  }

  /** Replaces {@link Thread#startVirtualThread}. */
  public static Thread startVirtualThread(Runnable work) {
    current().start(self().life(), work);
    return Thread.currentThread();
  }

  /** Replaces {@link Thread#ofVirtual}. */
  public static FiberBuilder ofVirtual() {
    return Fibers::startVirtualThread;
  }

  /**
   * Replaces {@link Object#wait(long)}. It releases no lock, since only one fiber runs at a time
   * and none is taken.
   */
  public static void waitAt(Object monitor, long millis) {
    waitAt(monitor, () -> parkFor(Duration.ofMillis(millis).toNanos()));
  }

  /** Replaces {@link Object#wait()}. */
  public static void waitAt(Object monitor) {
    waitAt(monitor, Fibers::park);
  }

  private static void waitAt(Object monitor, Runnable park) {
    List<Fiber> waiting =
        self().fibers().atMonitors.computeIfAbsent(monitor, _ -> new ArrayList<>());
    waiting.add(self());
    try {
      park.run();
    } finally {
      waiting.remove(CURRENT.get());
    }
  }

  /** Replaces {@link Object#notifyAll}. */
  public static void notifyAllAt(Object monitor) {
    List.copyOf(current().atMonitors.getOrDefault(monitor, List.of())).forEach(Fibers::wake);
  }

  /** Replaces the method of {@link java.util.concurrent.ThreadLocalRandom}. */
  public static RandomGenerator random() {
    return current().draws();
  }

  /** Suspends the current fiber for a time. */
  public static void sleep(Duration time) {
    parkFor(time.toNanos());
  }
}
