package florin.bench.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Runs simulations in parallel, one seed after the other, until a run breaks an invariant. */
final class Simulation {
  /**
   * The result of several seeds.
   *
   * @param worlds number of completed runs
   * @param looked number of checked cases of each invariant
   * @param broken the first seed that broke an invariant, reduced to its smallest form
   */
  record Outcome(long worlds, Duration took, Map<String, Long> looked, Optional<Broken> broken) {}

  /** A simulation run that broke an invariant, with its report. */
  record Broken(WorldPlan plan, WorldReport report) {}

  private final Worlds worlds;
  private final Optional<Worlds> control;
  private final int workers;

  Simulation(Worlds worlds, int workers) {
    this(worlds, Optional.empty(), workers);
  }

  /**
   * Creates a simulation.
   *
   * @param control simulation in which a plan must hold, otherwise its failure doesn't count; empty
   *     for none
   */
  Simulation(Worlds worlds, Optional<Worlds> control, int workers) {
    this.worlds = worlds;
    this.control = control;
    this.workers = workers;
  }

  Outcome run(long first, long count) throws InterruptedException {
    long begun = System.nanoTime();
    var next = new AtomicLong(first);
    var done = new AtomicLong();
    var found = new ConcurrentSkipListMap<Long, WorldPlan>();
    var failed = new AtomicReference<Optional<RuntimeException>>(Optional.empty());
    Map<String, Long> looked = Collections.synchronizedMap(new TreeMap<>());
    Runnable work =
        () -> {
          try {
            long seed = next.getAndIncrement();
            while (seed < first + count && found.isEmpty()) {
              var plan = WorldPlan.of(seed);
              WorldReport report = worlds.run(plan);
              report.looked().forEach((promise, cases) -> looked.merge(promise, cases, Long::sum));
              done.incrementAndGet();
              if (!report.holds() && holdsElse(plan)) {
                found.put(seed, plan);
              }
              seed = next.getAndIncrement();
            }
          } catch (RuntimeException bug) {
            failed.set(Optional.of(bug));
            next.set(Long.MAX_VALUE / 2);
          }
        };
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < workers; i++) {
      threads.add(Thread.ofPlatform().name("worlds-" + i).start(work));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failed.get().isPresent()) {
      throw failed.get().get();
    }
    return new Outcome(
        done.get(),
        Duration.ofNanos(System.nanoTime() - begun),
        looked,
        found.values().stream().findFirst().map(this::shrunk));
  }

  private boolean holdsElse(WorldPlan plan) {
    return control.map(it -> it.run(plan).holds()).orElse(true);
  }

  /**
   * Reduces a run to the parts that it needs to break one of the same invariants. It leaves out one
   * part after the other until none can be left out.
   */
  Broken shrunk(WorldPlan plan) {
    WorldReport report = worlds.run(plan);
    Set<String> promises = report.broken().keySet();
    var least = new Broken(plan, report);
    boolean isSmaller = true;
    while (isSmaller) {
      isSmaller = false;
      for (int part = 0; part < report.parts().size(); part++) {
        if (!least.plan().leftOut().contains(part)) {
          var leftOut = new HashSet<>(least.plan().leftOut());
          leftOut.add(part);
          WorldPlan smaller = plan.without(leftOut);
          WorldReport tried = worlds.run(smaller);
          if (!Collections.disjoint(promises, tried.broken().keySet()) && holdsElse(smaller)) {
            least = new Broken(smaller, tried);
            isSmaller = true;
          }
        }
      }
    }
    return least;
  }

  /** Returns the names of the parts that a reduced run still has. */
  static List<String> left(Broken broken) {
    var left = new ArrayList<String>();
    for (int part = 0; part < broken.report().parts().size(); part++) {
      if (!broken.plan().leftOut().contains(part)) {
        left.add(broken.report().parts().get(part));
      }
    }
    return left;
  }
}
