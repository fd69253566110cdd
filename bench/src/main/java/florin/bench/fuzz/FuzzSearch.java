package florin.bench.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs Jazzer at one target, in a separate process with bounded memory. */
record FuzzSearch(FuzzTarget target, Duration time, long seed, List<String> options) {
  private static final String HEAP = "-Xmx384m";
  private static final int MOST_RESIDENT_MB = 1_500;

  /** The number of characters at the end of a log that explain a failure. */
  private static final int TAIL = 1_500;

  /** The time limit for one input. Most inputs take a millisecond. */
  private static final int MOST_SECONDS_FOR_ONE = 20;

  /** The additional time to start and to end. */
  private static final Duration AROUND = Duration.ofSeconds(90);

  private static final Pattern STATUS =
      Pattern.compile("#(\\d+)\\s+\\w+\\s+cov: (\\d+) ft: (\\d+) corp: (\\d+)/");

  private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in (\\d+) second");
  private static final Pattern EXECUTED = Pattern.compile("stat::number_of_executed_units: (\\d+)");
  private static final Pattern CAUSE =
      Pattern.compile("== Java Exception: (.*)|ERROR: libFuzzer: (.*)");

  /**
   * The result of a search.
   *
   * @param coverage number of code locations that inputs reached
   * @param features coverage with execution counts and comparisons
   * @param found input that breaks an invariant, with the cause
   */
  record Outcome(
      FuzzTarget target,
      long executions,
      Duration took,
      long coverage,
      long features,
      long corpus,
      Optional<FoundInput> found) {
    long perSecond() {
      return executions * 1000 / Math.max(1, took.toMillis());
    }
  }

  /**
   * An input that breaks an invariant.
   *
   * @param cause description in one line
   */
  record FoundInput(Path input, String cause) {}

  /**
   * Runs the search.
   *
   * @param all parent folder of the targets' folders
   * @throws IOException if Jazzer failed or didn't end
   */
  Outcome run(Path all) throws IOException, InterruptedException {
    FuzzFolder folder = FuzzFolder.make(target, all);
    long begun = System.currentTimeMillis();
    long begunNanos = System.nanoTime();
    Process process =
        new ProcessBuilder(command(folder))
            .redirectErrorStream(true)
            .redirectOutput(folder.log().toFile())
            .start();
    var endsWithUs = new Thread(process::destroyForcibly, "stop-search");
    Runtime.getRuntime().addShutdownHook(endsWithUs);
    try {
      if (!process.waitFor(time.plus(AROUND).toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("the search at " + target + " did not end; see " + folder.log());
      }
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begunNanos);
    return outcome(folder, Files.readString(folder.log()), took, begun, process.exitValue());
  }

  private Outcome outcome(FuzzFolder folder, String log, Duration took, long begun, int exit)
      throws IOException {
    Optional<MatchResult> status = last(STATUS, log);
    Optional<Path> input = folder.findFinding(begun);
    if (input.isEmpty() && (status.isEmpty() || exit != 0)) {
      throw new IOException(
          "Jazzer failed at %s with exit code %d; its log %s ends with%n%s"
              .formatted(target, exit, folder.log(), tail(log)));
    }
    long executions =
        last(EXECUTED, log)
            .or(() -> last(RUNS, log))
            .or(() -> status)
            .map(it -> Long.parseLong(it.group(1)))
            .orElse(0L);
    return new Outcome(
        target,
        executions,
        took,
        figure(status, 2),
        figure(status, 3),
        folder.corpusSize(),
        input.map(file -> new FoundInput(file, cause(log))));
  }

  /** Returns a number of the status line, or 0 if the search ended at its first input. */
  private static long figure(Optional<MatchResult> status, int group) {
    return status.map(it -> Long.parseLong(it.group(group))).orElse(0L);
  }

  private static String tail(String log) {
    return log.substring(Math.max(0, log.length() - TAIL));
  }

  private static String cause(String log) {
    Matcher cause = CAUSE.matcher(log);
    return !cause.find() ? "see the log" : cause.group(1) == null ? cause.group(2) : cause.group(1);
  }

  private static Optional<MatchResult> last(Pattern pattern, String log) {
    return pattern.matcher(log).results().reduce((_, next) -> next);
  }

  private List<String> command(FuzzFolder folder) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:+EnableDynamicAgentLoading",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djava.awt.headless=true",
            "-D" + FuzzEntry.TARGET + "=" + target));
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + FuzzEntry.class.getName(),
            "--instrumentation_includes=florin.**:tools.jackson.core.**",
            "--instrumentation_excludes=florin.bench.**",
            "--reproducer_path=" + folder.path(),
            "-artifact_prefix=" + folder.path() + "/",
            "-max_total_time=" + Math.max(1, time.toSeconds()),
            "-max_len=" + target.maxBytes(),
            "-seed=" + seed,
            "-timeout=" + MOST_SECONDS_FOR_ONE,
            "-rss_limit_mb=" + MOST_RESIDENT_MB,
            "-print_final_stats=1",
            "-dict=" + folder.dictionary(),
            folder.corpus().toString(),
            folder.cases().toString()));
    return command;
  }
}
