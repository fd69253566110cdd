package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.provider.ProviderDrill;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  private static final Duration AT_THE_SIMULATOR = Duration.ofSeconds(10);

  /**
   * What a provider was sent may arrive for 90 s, and is sent again then. Where the last question
   * before the last start was not answered, the next comes after half of the time that it is open.
   */
  private static final Duration AT_A_PROVIDER = Duration.ofMinutes(3);

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
      names = "--connector",
      description = {
        "Take payments on a provider's page, at a stand-in for Stripe that loses, doubles and refuses calls,",
        "and hold the service against its book in the end."
      })
  private boolean connector;

  @Option(
      names = "--back-within",
      defaultValue = "8",
      description =
          "Seconds from the kill to the first 200 that are allowed (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--settled-within",
      description =
          "Seconds in which payments of unknown outcome must be settled (default 10; 180 with --connector).")
  private @Nullable Integer settledWithin;

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
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    Map<String, List<String>> broken = connector ? killWithConnector(out) : kill(out);
    println(out, report(broken));
    return broken.isEmpty() ? 0 : 1;
  }

  /** Returns the cases in which a promise was not kept, by promise. */
  private Map<String, List<String>> killWithConnector(PrintWriter out) throws IOException {
    if (withPostgres || !plants.isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--connector goes with neither --with-postgres nor --plant");
    }
    var options =
        new ProviderDrill.Options(
            rounds,
            Duration.ofSeconds(seconds),
            connections,
            Duration.ofSeconds(backWithin),
            settledWithin(AT_A_PROVIDER),
            seed());
    println(
        out,
        """
        %d × kill -9 of the service while %d shops sell at a provider, seed %d, load average %.1f
        what was sent may arrive for 90 s, and is sent again then: all is to be settled %d s after the last start\
        """
            .formatted(
                rounds,
                connections,
                options.seed(),
                Machine.load(),
                options.settled().toSeconds()));
    return ProviderDrill.run(options, folder.path(), line -> println(out, line)).stream()
        .collect(
            Collectors.groupingBy(
                ProviderDrill.Broken::promise,
                TreeMap::new,
                Collectors.mapping(ProviderDrill.Broken::detail, Collectors.toList())));
  }

  private Duration settledWithin(Duration otherwise) {
    return settledWithin == null ? otherwise : Duration.ofSeconds(settledWithin);
  }

  private long seed() {
    return seed == null ? ThreadLocalRandom.current().nextLong() : seed;
  }

  private Map<String, List<String>> kill(PrintWriter out) throws IOException {
    Victim victim = withPostgres ? Victim.SERVICE_AND_POSTGRES : Victim.SERVICE;
    var options =
        new KillDrill.Options(
            Collections.nCopies(rounds, victim),
            Duration.ofSeconds(seconds),
            connections,
            new Bounds(Duration.ofSeconds(backWithin), BEGUN, settledWithin(AT_THE_SIMULATOR)),
            plants,
            seed());
    out.printf(
        "%d × kill -9 of %s under %d connections, seed %d, load average %.1f%n",
        rounds, victim, connections, options.seed(), Machine.load());
    return KillDrill.run(options, folder.path(), line -> println(out, line)).stream()
        .collect(
            Collectors.groupingBy(
                broken -> broken.invariant().toString(),
                LinkedHashMap::new,
                Collectors.mapping(Violation::detail, Collectors.toList())));
  }

  private static void println(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private static String report(Map<String, List<String>> broken) {
    if (broken.isEmpty()) {
      return "\nEvery promise was kept.";
    }
    var text = new StringBuilder();
    broken.forEach((promise, cases) -> {
      text.append("\nNOT KEPT: %s (%d)%n".formatted(promise, cases.size()));
      cases.stream().limit(SHOWN).forEach(one -> text.append("  ").append(one).append('\n'));
    });
    return text.toString();
  }
}
