package florin.bench.crash;

import florin.bench.crash.CrashDrill.Options;
import florin.bench.drill.Screen;
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
      description = {
        "Take payments on a provider's page, at a Stripe emulator that loses, duplicates and rejects calls.",
        "At the end, compare the service's records with the emulator's ledger."
      })
  private boolean connector;

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
            connector ? 0 : connections,
            connector ? connections : 0,
            Set.of(withPostgres ? Fault.KILL_ALL : Fault.KILL_SERVICE),
            Duration.ofSeconds(backWithin),
            LONGEST,
            seed.seed(),
            folder.path()),
        Screen.of(spec));
  }
}
