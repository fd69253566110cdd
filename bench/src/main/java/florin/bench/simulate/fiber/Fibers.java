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
 * Whose turn it is, in a world whose time goes from one activity's to the next's. Whoever waits
 * hands its turn to the one that is due first, of those of one time to the one that has waited
 * longest: nothing of it is left to chance, so a world that draws the same runs the same.
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

  /** Runs it and whatever it starts, until it ends; then all that is left is ended. */
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
      // Its life was over while it waited.
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

  /** The turn of whoever calls goes to another. */
  private void leave(Fiber self) {
    Fiber next = due.poll();
    if (next == null) {
      throw new IllegalStateException("everybody waits for somebody");
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

  /** Something went wrong in the activity that has the turn, which goes on nevertheless. */
  public static void report(Throwable bug) {
    if (CURRENT.isBound()) {
      CURRENT.get().fibers().escaped.add(bug);
    }
  }

  /** What escaped from activities: each is a bug. */
  public List<Throwable> escaped() {
    return escaped;
  }

  public long turns() {
    return turns;
  }

  public static Fibers current() {
    return CURRENT.get().fibers();
  }

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

  /** Of the world's own draws. */
  public RandomGenerator draws() {
    return random;
  }

  /** An activity of another life, or of a new one. */
  public void start(Life life, Runnable work) {
    if (!lives.contains(life)) {
      lives.add(life);
    }
    var fiber = new Fiber(this, life, work);
    life.fibers().add(fiber);
    schedule(fiber, nowNanos);
  }

  /** From now on none of its activities does anything. */
  public void end(Life life) {
    Fiber self = CURRENT.get();
    endLife(life, self);
    if (self.life() == life) {
      throw new LifeOver();
    }
  }

  /** For so long none of its activities does anything; then all go on as if nothing had been. */
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

  /** Waits until it is woken. */
  static void park() {
    Fiber self = self();
    self.fibers().leave(self);
  }

  /** Waits until it is woken or the time is over. */
  static void parkFor(long nanos) {
    Fiber self = self();
    Fibers fibers = self.fibers();
    fibers.schedule(self, fibers.nowNanos + Math.max(0, nanos));
    fibers.leave(self);
  }

  /** One that waits is due now; nothing, where it has ended meanwhile. */
  static void wake(Fiber fiber) {
    Fibers fibers = fiber.fibers();
    if (!fiber.hasEnded()) {
      fibers.due.remove(fiber);
      fibers.schedule(fiber, fibers.nowNanos);
    }
  }

  // What follows is called in place of Java's own; see WorldClasses.

  /** In place of {@link System#nanoTime}. */
  public static long nanoTime() {
    return CURRENT.isBound() ? CURRENT.get().fibers().nowNanos : System.nanoTime();
  }

  /** In place of that of {@link java.util.concurrent.locks.LockSupport}; nobody is unparked. */
  public static void parkNanos(long nanos) {
    parkFor(nanos);
  }

  /** In place of {@link Thread#startVirtualThread}. */
  public static Thread startVirtualThread(Runnable work) {
    current().start(self().life(), work);
    return Thread.currentThread();
  }

  /** In place of {@link Thread#ofVirtual}. */
  public static FiberBuilder ofVirtual() {
    return Fibers::startVirtualThread;
  }

  /**
   * In place of {@link Object#wait(long)}. No lock is given up by it, since none is taken: who has
   * the turn is alone anyway.
   */
  public static void awaitWebhook(Object monitor, long millis) {
    List<Fiber> waiting =
        self().fibers().atMonitors.computeIfAbsent(monitor, _ -> new ArrayList<>());
    waiting.add(self());
    try {
      parkFor(Duration.ofMillis(millis).toNanos());
    } finally {
      waiting.remove(CURRENT.get());
    }
  }

  /** In place of {@link Object#notifyAll}. */
  public static void webhookAll(Object monitor) {
    List.copyOf(current().atMonitors.getOrDefault(monitor, List.of())).forEach(Fibers::wake);
  }

  /** In place of that of {@link java.util.concurrent.ThreadLocalRandom}. */
  public static RandomGenerator random() {
    return current().draws();
  }

  public static void sleep(Duration time) {
    parkFor(time.toNanos());
  }
}
