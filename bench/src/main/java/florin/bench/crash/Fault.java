package florin.bench.crash;

import florin.bench.agent.Rewrite;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** The faults that a drill injects into a service. */
enum Fault {
  KILL_SERVICE("kill -9 of the service", 6, true),
  KILL_ALL("kill -9 of the service and every process of PostgreSQL", 4, true),
  KILL_POSTMASTER("kill -9 of PostgreSQL's first process", 2, true),
  KILL_BACKEND("kill -9 of one backend", 3, true),
  STOP_SERVICE("the service stops for 1 to 4 s", 1, false),
  STOP_POSTGRES("PostgreSQL stops for 1 to 4 s, sometimes for 11 s", 1, false),
  STOP_BACKEND("one backend stops for 1 to 4 s, sometimes for 11 s", 1, false),
  DISK_FULL("the disk is full for 2 s", 1, false),
  CLOCK_STEP("the service's clock jumps by up to 30 s, ahead or back", 1, false);

  private static final Duration LONG = Duration.ofSeconds(11);
  private static final Duration FULL = Duration.ofSeconds(2);
  private static final Duration STEPPED = Duration.ofSeconds(2);
  private static final int LARGEST_STEP_MS = 30_000;

  private final String words;
  private final int cards;
  private final boolean isKill;

  /**
   * Defines a fault.
   *
   * @param cards how often {@link #shuffled} contains the fault
   */
  Fault(String words, int cards, boolean isKill) {
    this.words = words;
    this.cards = cards;
    this.isKill = isKill;
  }

  /**
   * Returns a random order of faults in which each appears as often as it has cards. This bounds
   * the wait for a rare fault.
   *
   * @param only faults to include
   */
  static List<Fault> shuffled(Set<Fault> only, SplittableRandom random) {
    var deck = new ArrayList<Fault>();
    for (Fault fault : EnumSet.copyOf(only)) {
      deck.addAll(Collections.nCopies(fault.cards, fault));
    }
    Collections.shuffle(deck, Random.from(random));
    return deck;
  }

  boolean isKill() {
    return isKill;
  }

  /** Returns the rewrites that the service must run with for this fault. */
  Rewrite[] needs() {
    return this == CLOCK_STEP ? new Rewrite[] {Rewrite.CLOCK} : new Rewrite[0];
  }

  boolean isPossible(World world) {
    return this != DISK_FULL || world.disk().isPresent();
  }

  /**
   * Returns whether the fault ends the service. A service that loses PostgreSQL's first process
   * ends too.
   */
  boolean endsService() {
    return this == KILL_SERVICE || this == KILL_ALL || this == KILL_POSTMASTER;
  }

  /**
   * Returns whether PostgreSQL may end because of the fault. The service then also ends, possibly
   * several times.
   */
  boolean mayEndService() {
    return this == DISK_FULL;
  }

  /**
   * Injects the fault. The service may or may not survive it.
   *
   * @return false if the fault had no target
   */
  boolean strike(World world, SplittableRandom random) throws IOException {
    ServiceProcess service = world.service();
    return switch (this) {
      case KILL_SERVICE -> {
        service.kill();
        yield true;
      }
      case KILL_ALL -> {
        service.killWithPostgres();
        yield true;
      }
      case KILL_POSTMASTER -> kill(service.postgres().limit(1).toList());
      case KILL_BACKEND -> kill(backend(service, random));
      case STOP_SERVICE ->
          hold(List.of(ProcessHandle.of(service.pid()).orElseThrow()), shortly(random));
      case STOP_POSTGRES -> hold(service.postgres().toList(), shortlyOrNot(random));
      case STOP_BACKEND -> hold(backend(service, random), shortlyOrNot(random));
      case DISK_FULL -> {
        fill(world.disk().orElseThrow());
        yield true;
      }
      case CLOCK_STEP -> {
        step(world, random);
        yield true;
      }
    };
  }

  private static boolean kill(List<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroyForcibly);
    return !processes.isEmpty();
  }

  private static boolean hold(List<ProcessHandle> processes, Duration time) throws IOException {
    if (!processes.isEmpty()) {
      Signals.hold(processes, time);
    }
    return !processes.isEmpty();
  }

  private static List<ProcessHandle> backend(ServiceProcess service, SplittableRandom random)
      throws IOException {
    List<ProcessHandle> backends = service.backends();
    return backends.isEmpty() ? List.of() : List.of(backends.get(random.nextInt(backends.size())));
  }

  private static Duration shortly(SplittableRandom random) {
    return Duration.ofMillis(random.nextInt(1000, 4000));
  }

  /** Returns a pause that is shorter or, in one of five cases, longer than a request waits. */
  private static Duration shortlyOrNot(SplittableRandom random) {
    return random.nextInt(5) == 0 ? LONG : shortly(random);
  }

  private static void fill(BoundedDisk disk) throws IOException {
    disk.fill();
    try {
      LockSupport.parkNanos(FULL.toNanos());
    } finally {
      disk.free();
    }
  }

  private static void step(World world, SplittableRandom random) throws IOException {
    world.stepClock(Duration.ofMillis(random.nextInt(-LARGEST_STEP_MS, LARGEST_STEP_MS)));
    LockSupport.parkNanos(STEPPED.toNanos());
    world.stepClock(Duration.ZERO);
  }

  @Override
  public String toString() {
    return words;
  }
}
