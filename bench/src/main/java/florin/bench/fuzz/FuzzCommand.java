package florin.bench.fuzz;

import florin.bench.fuzz.FuzzSearch.FoundInput;
import florin.bench.fuzz.FuzzSearch.Outcome;
import florin.bench.fuzz.PlantedSearch.PlantedOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin drill fuzz`. */
@Command(
    name = "fuzz",
    description = {
      "Search for input that breaks the readers of untrusted input. Jazzer generates it, guided by the code that the input reaches.",
      "The corpus is stored under target/fuzz, and the next search continues with it. No service is started.",
      "Exits with 1 if the fuzzer found something, or didn't notice a missing guard."
    },
    mixinStandardHelpOptions = true)
public final class FuzzCommand implements Callable<Integer> {
  private static final int SECONDS_PER_MINUTE = 60;
  private static final double MILLIS = 1000;

  @Option(
      names = "--minutes",
      defaultValue = "5",
      description = "Minutes for all targets together (default ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--target",
      split = ",",
      description = "Search only these targets; --list shows their names.")
  private List<String> named = List.of();

  @Option(
      names = "--seed",
      defaultValue = "1",
      description =
          "Seed of the search (default ${DEFAULT-VALUE}). The result also depends on the available time.")
  private long seed;

  @Option(
      names = "--jobs",
      description = "Number of concurrent searches (default: one for each processor).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--input",
      description =
          "With one target: read this file once, without Jazzer, and report what it breaks.")
  private @Nullable Path input;

  @Option(
      names = "--plant",
      description = "Remove a guard and search for a minute: ${COMPLETION-CANDIDATES}.")
  private @Nullable FuzzPlant plant;

  @Option(names = "--plant-all", description = "Remove each guard, one after the other.")
  private boolean plantAll;

  @Option(names = "--list", description = "List the targets and their invariants.")
  private boolean list;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (list) {
      Arrays.stream(FuzzTarget.values())
          .forEach(target -> say("  %-12s %s", target, target.words()));
      return 0;
    }
    if (minutes <= 0 || jobs < 1) {
      throw wrong("--minutes and --jobs must be more than zero.");
    }
    if (input != null) {
      return replay(input) ? 0 : 1;
    }
    if (plantAll) {
      return planted(EnumSet.allOf(FuzzPlant.class)) ? 0 : 1;
    }
    return (plant == null ? search() : planted(EnumSet.of(plant))) ? 0 : 1;
  }

  private List<FuzzTarget> targets() {
    return named.isEmpty()
        ? List.of(FuzzTarget.values())
        : named.stream()
            .map(name ->
                FuzzTarget.find(name)
                    .orElseThrow(
                        () -> wrong("--target must be one of " + names() + ", not " + name + ".")))
            .distinct()
            .toList();
  }

  private static String names() {
    return Arrays.stream(FuzzTarget.values())
        .map(FuzzTarget::toString)
        .collect(Collectors.joining(", "));
  }

  private boolean search() throws Exception {
    List<FuzzTarget> targets = targets();
    say("%-12s %12s %8s %8s %8s %8s", "target", "executions", "/s", "places", "features", "corpus");
    List<Outcome> outcomes =
        new FuzzDrill(folder(), jobs)
            .run(
                targets,
                Duration.ofSeconds(Math.round(minutes * SECONDS_PER_MINUTE)),
                seed,
                FuzzCommand::tell);
    long found = outcomes.stream().filter(it -> it.found().isPresent()).count();
    say(
        "%,d executions; %s.",
        outcomes.stream().mapToLong(Outcome::executions).sum(),
        found == 0 ? "nothing was found" : "findings at " + found + " of the targets");
    return found == 0;
  }

  private boolean planted(Set<FuzzPlant> bugs) throws Exception {
    boolean all = true;
    for (FuzzPlant bug : bugs) {
      PlantedOutcome came = new PlantedSearch(bug, seed).run();
      all &= came.isFound();
      say("%-20s %s", bug, words(bug, came));
    }
    return all;
  }

  private static String words(FuzzPlant bug, PlantedOutcome came) {
    Outcome outcome = came.outcome();
    if (outcome.found().isEmpty()) {
      return "NOT noticed in %d inputs: %s".formatted(outcome.executions(), bug.rewrite().words());
    }
    String cause = outcome.found().get().cause();
    return came.isFound()
        ? "noticed by %s in %.1f s: %s"
            .formatted(outcome.target(), outcome.took().toMillis() / MILLIS, cause)
        : "NOT noticed; this also breaks with the guard in place: " + cause;
  }

  private static void tell(Outcome outcome) {
    say(
        "%-12s %,12d %,8d %,8d %,8d %,8d",
        outcome.target(),
        outcome.executions(),
        outcome.perSecond(),
        outcome.coverage(),
        outcome.features(),
        outcome.corpus());
    if (outcome.found().isPresent()) {
      FoundInput found = outcome.found().get();
      say("  FOUND: %s", found.cause());
      say("  Replay: ./florin drill fuzz --target %s --input %s", outcome.target(), found.input());
    }
  }

  private boolean replay(Path file) throws Exception {
    List<FuzzTarget> targets = targets();
    if (named.isEmpty() || targets.size() != 1) {
      throw wrong("--input needs exactly one --target.");
    }
    byte[] bytes = Files.readAllBytes(file);
    try {
      boolean isTaken = targets.getFirst().boundedReader().read(bytes);
      say(
          "%,d bytes were read and %s, and all invariants hold.",
          bytes.length, isTaken ? "accepted" : "rejected");
      return true;
    } catch (Exception | AssertionError broken) {
      broken.printStackTrace(System.out);
      return false;
    }
  }

  /** Returns a folder beside the build's output, independent of the working directory. */
  static Path folder() {
    return FuzzCases.code().resolve("../../../target/fuzz").normalize();
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private static void say(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format + "%n", arguments);
  }
}
