package florin.bench.crash;

import florin.bench.crash.CrashDrill.Options;
import florin.bench.drill.Screen;
import florin.bench.provider.HostedProvider.Kind;
import florin.bench.service.FolderOption;
import florin.bench.service.SeedOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin drill kill`: the crash drill with one kind of kill and no other faults. */
@Command(
    name = "kill",
    description = {
      "Kill a service with SIGKILL while it takes payments, start it again, and check all invariants.",
      "Exits with 1 if an invariant was broken, or if the time ended before all kills."
    },
    mixinStandardHelpOptions = true)
public final class KillCommand implements Callable<Integer> {
  /** The providers that payments use. */
  enum Connectors {
    STRIPE,
    MOLLIE,
    BOTH;

    Set<Kind> providers() {
      return switch (this) {
        case STRIPE -> Set.of(Kind.STRIPE);
        case MOLLIE -> Set.of(Kind.MOLLIE);
        case BOTH -> Set.of(Kind.values());
      };
    }
  }

  private static final Duration LONGEST = Duration.ofHours(1);

  @Option(
      names = "--rounds",
      defaultValue = "10",
      description = "Number of kills (default ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--connections",
      defaultValue = "16",
      description = "Clients, each with one request in flight (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(names = "--with-postgres", description = "Also kill every process of its PostgreSQL.")
  private boolean withPostgres;

  @Option(
      names = "--connector",
      arity = "0..1",
      fallbackValue = "stripe",
      paramLabel = "stripe|mollie|both",
      description = {
        "Take payments on the pages of these providers (default: stripe), at emulators that lose, duplicate and reject calls.",
        "At the end, compare the service's records with the emulators' ledgers."
      })
  private @Nullable Connectors connector;

  @Option(
      names = "--back-within",
      defaultValue = "30",
      description =
          "Maximum seconds from the kill to the first 200, without processor time of other programs (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return CrashCommand.run(
        new Options(
            rounds,
            connector == null ? connections : 0,
            connector == null ? 0 : connections,
            connector == null ? Set.of() : connector.providers(),
            Set.of(withPostgres ? Fault.KILL_ALL : Fault.KILL_SERVICE),
            Duration.ofSeconds(backWithin),
            LONGEST,
            seed.seed(),
            folder.path()),
        Screen.of(spec));
  }
}
