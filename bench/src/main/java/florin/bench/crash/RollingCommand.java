package florin.bench.crash;

import florin.bench.crash.RollingDrill.RollingOptions;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `./florin drill rolling`. */
@Command(
    name = "rolling",
    description = {
      "Restart two nodes on one PostgreSQL, one after the other, while clients pay that ask the other node when a connection is refused; with --from replace an older version by this one so.",
      "Exit code 1 when a request failed, or a promise was not kept."
    },
    mixinStandardHelpOptions = true)
public final class RollingCommand implements Callable<Integer> {
  @Option(
      names = "--restarts",
      defaultValue = "6",
      description = "How often to restart a node (default ${DEFAULT-VALUE}).")
  private int restarts;

  @Option(
      names = "--clients",
      defaultValue = "8",
      description = "Clients that pay by cards (default ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--http2",
      defaultValue = "4",
      description = "So many of them ask by HTTP/2 (default ${DEFAULT-VALUE}).")
  private int http2;

  @Option(
      names = "--from",
      paramLabel = "FOLDER|JAR",
      description =
          "An older build, its folder or its florin.jar: the nodes start as that, and each is replaced by this version.")
  private @Nullable Path from;

  @Option(names = "--seed", description = "Of the work of the clients (default: a new one).")
  private @Nullable Long seed;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    var options =
        new RollingOptions(
            restarts,
            clients,
            http2,
            Optional.ofNullable(from).map(RollingCommand::jar),
            seed == null ? ThreadLocalRandom.current().nextLong() : seed,
            folder.path());
    out.printf(
        "%d restarts under %d clients, %d of them by HTTP/2, %s, seed %d, load average %.1f%n",
        restarts,
        clients,
        http2,
        options.from().map(jar -> "from " + jar).orElse("of this version"),
        options.seed(),
        Machine.load());
    Verdict verdict = RollingDrill.run(options, line -> println(out, line));
    println(out, "\n" + verdict);
    println(
        out,
        verdict.holds()
            ? "No request failed, and every promise was kept."
            : "NOT KEPT, as above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }

  private static Path jar(Path from) {
    return Files.isDirectory(from) ? from.resolve("server/target/florin.jar") : from;
  }

  private static void println(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
