package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `./florin drill kill`. */
@Command(
    name = "kill",
    description = {
      "Kill a service with SIGKILL while it makes payments, start it again, and check that every promise was kept.",
      "Exit code 1 when one was not."
    },
    mixinStandardHelpOptions = true)
final class KillCommand implements Callable<Integer> {
  /** Of each promise so many cases are shown. */
  private static final int SHOWN = 10;

  /**
   * What its process had begun, a node settles within this time of its restart: what never arrived
   * waits 30 s for its client to ask again.
   */
  private static final Duration BEGUN = Duration.ofSeconds(35);

  @Option(
      names = "--rounds",
      defaultValue = "10",
      description = "How often to kill (default ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds-per-round",
      defaultValue = "3",
      description = "How long to make payments before each kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--connections",
      defaultValue = "16",
      description = "Connections, each with one request under way (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(names = "--with-postgres", description = "Kill every process of its PostgreSQL too.")
  private boolean withPostgres;

  @Option(
      names = "--back-within",
      defaultValue = "8",
      description =
          "Seconds from the kill to the first 200 that are allowed (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--settled-within",
      defaultValue = "10",
      description =
          "Seconds in which payments of unknown outcome must be settled (default ${DEFAULT-VALUE}).")
  private int settledWithin;

  @Mixin private FolderOption folder = new FolderOption();

  @Option(names = "--seed", description = "Of the mix of cards (default: a new one).")
  private @Nullable Long seed;

  @Option(
      names = "--plant",
      hidden = true,
      split = ",",
      description = "Plant bugs, to see them found: ${COMPLETION-CANDIDATES}.")
  private List<Plant> plants = List.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Victim victim = withPostgres ? Victim.SERVICE_AND_POSTGRES : Victim.SERVICE;
    var options =
        new KillDrill.Options(
            Collections.nCopies(rounds, victim),
            Duration.ofSeconds(seconds),
            connections,
            new Bounds(Duration.ofSeconds(backWithin), BEGUN, Duration.ofSeconds(settledWithin)),
            plants,
            seed == null ? ThreadLocalRandom.current().nextLong() : seed);
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.printf(
        "%d × kill -9 of %s under %d connections, seed %d, load average %.1f%n",
        rounds, victim, connections, options.seed(), Machine.load());
    List<Violation> violations = KillDrill.run(options, folder.path(), line -> println(out, line));
    println(out, report(violations));
    return violations.isEmpty() ? 0 : 1;
  }

  private static void println(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private static String report(List<Violation> violations) {
    if (violations.isEmpty()) {
      return "\nEvery promise was kept.";
    }
    Map<Invariant, List<Violation>> byInvariant =
        violations.stream()
            .collect(
                Collectors.groupingBy(
                    Violation::invariant,
                    () -> new EnumMap<>(Invariant.class),
                    Collectors.toList()));
    var text = new StringBuilder();
    byInvariant.forEach((invariant, cases) -> {
      text.append("\nNOT KEPT: %s (%d)%n".formatted(invariant, cases.size()));
      cases.stream()
          .limit(SHOWN)
          .forEach(broken -> text.append("  ").append(broken.detail()).append('\n'));
    });
    return text.toString();
  }
}
