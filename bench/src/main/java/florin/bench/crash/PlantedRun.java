package florin.bench.crash;

import florin.bench.crash.Reckoning.Awaited;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Removes one guard from a service, runs the scene that needs it, and checks the invariants. */
final class PlantedRun {
  /** The time within which an injected bug must be found. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final Duration CONTROL_RESOLVED = Duration.ofSeconds(100);
  private static final int REPEATED = 50;

  private PlantedRun() {}

  /**
   * The result of a run.
   *
   * @param took time from the start of the service to the end of all checks
   * @param kept time from the end of the run until the guard's invariant held permanently
   */
  record Found(PlantedBug bug, Verdict verdict, Duration took, Duration kept) {
    /**
     * Returns whether the run had the expected result. A control run must also satisfy the guard's
     * invariant as early as a run without the guard is checked. A finding is thus caused by the
     * missing guard, not by the short wait. Everything else may take longer.
     */
    boolean isRight(boolean control) {
      boolean isInTime = kept.compareTo(bug.resolved()) <= 0;
      return control ? verdict.holds() && isInTime : isFound() && took.compareTo(LONGEST) <= 0;
    }

    boolean isFound() {
      return verdict.isBroken(bug.shows());
    }
  }

  /**
   * Runs all bugs and prints a line for each. Returns whether all were found or, as a control,
   * none.
   */
  static boolean all(
      List<PlantedBug> bugs, boolean control, Path folder, long seed, Consumer<String> out)
      throws IOException {
    out.accept(
        control
            ? "the runs of all guards, with every guard in place; seed " + seed
            : "the removed guard, and the invariant that breaks; seed " + seed);
    int right = 0;
    try (DataFolder template = template(folder)) {
      for (PlantedBug bug : bugs) {
        Found found = run(bug, control, folder, template, seed);
        boolean isRight = found.isRight(control);
        right += isRight ? 1 : 0;
        out.accept(line(found, isRight, control));
        if (!isRight && (control || !found.isFound())) {
          out.accept(found.verdict().toString());
        }
      }
    }
    out.accept(
        "%d of %d %s"
            .formatted(right, bugs.size(), control ? "kept every invariant" : "were noticed"));
    return right == bugs.size();
  }

  private static String line(Found found, boolean isRight, boolean control) {
    boolean isBroken = found.isFound();
    String result =
        control ? isRight ? "green" : "RED" : isRight ? "red" : isBroken ? "LATE" : "GREEN";
    Invariant shows = found.verdict().first().orElse(found.bug().shows());
    if (isBroken) {
      shows = found.bug().shows();
    }
    return "%-5s  %4.1f s  %-20s %-80s %s"
        .formatted(
            result,
            found.took().toMillis() / 1e3,
            found.bug(),
            found.bug().bug().words(),
            control
                ? "%s: held after %.1f of %d s"
                    .formatted(
                        found.bug().shows(),
                        found.kept().toMillis() / 1e3,
                        found.bug().resolved().toSeconds())
                : "→ " + shows + found.verdict().example(shows).map(one -> ": " + one).orElse(""));
  }

  /** Creates the data folder of a service that was started and stopped. Each run uses a copy. */
  static DataFolder template(Path parent) throws IOException {
    DataFolder folder = DataFolder.create(parent);
    try {
      ServiceProcess.start(folder, Map.of()).close();
      return folder;
    } catch (IOException | RuntimeException failed) {
      folder.close();
      throw failed;
    }
  }

  static Found run(PlantedBug bug, boolean control, Path folder, DataFolder template, long seed)
      throws IOException {
    long begin = System.nanoTime();
    var plan =
        new World.Plan(
            folder,
            Optional.of(template),
            bug.providers(),
            false,
            bug.rewrites(control),
            bug.settings(),
            seed);
    var verdict = new Verdict();
    try (var world = new World(plan)) {
      try (var stage = new Stage(world, seed)) {
        bug.scene().play(stage);
      }
      Duration resolved = control ? CONTROL_RESOLVED : bug.resolved();
      Duration delivered = control || bug.isOfDeliveries() ? resolved : Duration.ZERO;
      Awaited open = new Reckoning(resolved, delivered, REPEATED).check(world, verdict);
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      world.service().killWithPostgres(); // an orderly shutdown would only take longer
      return new Found(bug, verdict, took, open.since(bug.shows()));
    }
  }
}
