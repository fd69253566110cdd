package florin.bench.crash;

import florin.bench.crash.RollingDrill.RollingOptions;
import florin.bench.drill.Screen;
import florin.bench.service.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin drill rolling`. */
@Command(
    name = "rolling",
    description = {
      "Restart two nodes on one PostgreSQL in turn while clients pay. If a connection is refused, a client uses the other node. With --from, the restarts replace an older version with this one.",
      "Exits with 1 if a request failed or an invariant was broken."
    },
    mixinStandardHelpOptions = true)
public final class RollingCommand implements Callable<Integer> {
  @Option(
      names = "--restarts",
      defaultValue = "6",
      description = "Number of restarts (default ${DEFAULT-VALUE}).")
  private int restarts;

  @Option(
      names = "--from",
      paramLabel = "FOLDER|JAR",
      description =
          "Folder or florin.jar of an older build. The nodes start as that build, and each is then replaced with this version.")
  private @Nullable Path from;

  @Mixin private DrillOptions common = new DrillOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Screen screen = Screen.of(spec);
    var options =
        new RollingOptions(
            restarts,
            common.clients(),
            Optional.ofNullable(from).map(RollingCommand::jar),
            common.seed(),
            common.folder());
    screen.say(
        "%d restarts with %d clients, %s, seed %d, load average %.1f"
            .formatted(
                restarts,
                common.clients(),
                options.from().map(jar -> "from " + jar).orElse("of this version"),
                options.seed(),
                Machine.load()));
    Verdict verdict = RollingDrill.run(options, screen::say);
    screen.say("\n" + verdict);
    screen.say(
        verdict.holds()
            ? "No request failed, and every invariant held."
            : "BROKEN invariants, see above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }

  private static Path jar(Path from) {
    return Files.isDirectory(from) ? from.resolve("server/target/florin.jar") : from;
  }
}
