package florin.bench.simulate;

import florin.bench.simulate.Simulation.Broken;
import florin.bench.simulate.Simulation.Outcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin drill simulate`. */
@Command(
    name = "simulate",
    description = {
      "Run engine, recovery and deliveries in simulations whose clock, network, database and crashes follow from a seed.",
      "Each run checks all invariants. A run that breaks one is reduced to its smallest form and can be replayed.",
      "Exits with 1 if an invariant was broken, or if no seed showed a missing guard."
    },
    mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {
  /** The number of seeds after which an injected bug counts as not found. */
  private static final long MOST_SEEDS = 3_000;

  private static final int SHOWN = 5;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double MILLIS = 1000;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "The first seed (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--seeds",
      defaultValue = "1000",
      description = "Number of consecutive seeds (default ${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--without",
      split = ",",
      description =
          "With one seed: parts of the run to leave out, as the report of a reduced run names them.")
  private Set<Integer> without = Set.of();

  @Option(names = "--log", description = "With one seed: print the log of the run.")
  private boolean log;

  @Option(
      names = "--plant",
      description =
          "Remove a guard from the product and search for a seed that shows it: ${COMPLETION-CANDIDATES}.")
  private @Nullable SimulatedBug plant;

  @Option(names = "--plant-all", description = "Remove each guard, one after the other.")
  private boolean plantAll;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (seeds < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--seeds must be at least 1, not " + seeds);
    }
    if (plantAll) {
      return planted(EnumSet.allOf(SimulatedBug.class)) ? 0 : 1;
    }
    if (log || !without.isEmpty()) {
      return replay() ? 0 : 1;
    }
    return plant == null ? (worlds() ? 0 : 1) : planted(EnumSet.of(plant)) ? 0 : 1;
  }

  private Worlds made() {
    return new Worlds(Optional.ofNullable(plant).map(SimulatedBug::rewrites).orElse(Set.of()));
  }

  private boolean worlds() throws InterruptedException {
    Outcome outcome = new Simulation(made(), workers()).run(seed, seeds);
    double seconds = outcome.took().toMillis() / MILLIS;
    say(
        "%d simulation runs in %.1f s, %.0f per minute; %.1f s of processor time.",
        outcome.worlds(),
        seconds,
        outcome.worlds() * SECONDS_PER_MINUTE / seconds,
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis()
            / MILLIS);
    outcome
        .looked()
        .forEach((promise, cases) -> say("  %-14s %,10d cases checked", promise, cases));
    outcome.broken().ifPresent(this::tell);
    if (outcome.broken().isEmpty()) {
      say("No invariant was broken.");
    }
    return outcome.broken().isEmpty();
  }

  private static int workers() {
    return Runtime.getRuntime().availableProcessors();
  }

  private void tell(Broken broken) {
    say("%nSeed %d breaks an invariant. The reduced run has these parts:", broken.plan().seed());
    Simulation.left(broken).forEach(part -> say("  %s", part));
    broken
        .report()
        .broken()
        .forEach((promise, what) ->
            what.stream().limit(SHOWN).forEach(each -> say("%s: %s", promise, each)));
    say(
        "Replay: ./florin drill simulate --seed %d%s%s --log",
        broken.plan().seed(),
        broken.plan().leftOut().isEmpty()
            ? ""
            : " --without "
                + broken.plan().leftOut().stream()
                    .sorted()
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")),
        plant == null ? "" : " --plant " + plant.name());
  }

  private boolean replay() {
    WorldPlan plan = WorldPlan.of(seed).without(without);
    WorldReport report = made().run(log ? plan.withLog() : plan);
    report.log().forEach(line -> say("%s", line));
    report.broken().forEach((promise, what) -> what.forEach(each -> say("%s: %s", promise, each)));
    say("The log's SHA-256 is %s.", report.digest());
    return report.holds();
  }

  private boolean planted(Set<SimulatedBug> bugs) throws InterruptedException {
    boolean all = true;
    for (SimulatedBug bug : bugs) {
      Outcome outcome =
          new Simulation(
                  new Worlds(bug.rewrites()), Optional.of(new Worlds(bug.besides())), workers())
              .run(seed, Math.max(seeds, MOST_SEEDS));
      Optional<Broken> found = outcome.broken();
      all &= found.isPresent();
      say(
          "%-20s %s",
          bug,
          found
              .map(it ->
                  "noticed with seed %d, after %d runs in %.0f s: %s; the reduced run has %d of %d parts"
                      .formatted(
                          it.plan().seed(),
                          outcome.worlds(),
                          outcome.took().toMillis() / MILLIS,
                          String.join(", ", it.report().broken().keySet()),
                          Simulation.left(it).size(),
                          it.report().parts().size()))
              .orElse("NOT noticed in " + outcome.worlds() + " runs: " + bug.words()));
      if (bugs.size() == 1) {
        found.ifPresent(this::tell);
      }
    }
    return all;
  }

  private static void say(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format + "%n", arguments);
  }
}
