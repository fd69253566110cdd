package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.agent.Rewrite;
import florin.bench.provider.HostedProvider;
import florin.bench.service.DataFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrashDrillTest {
  private static final long SEED = 42;

  @Tag("drill")
  @Test
  void every_promise_is_kept_in_ten_kills(@TempDir Path folder) throws Exception {
    var lines = new ArrayList<String>();
    var options =
        new CrashDrill.Options(
            10,
            8,
            3,
            Set.of(HostedProvider.Kind.values()),
            EnumSet.allOf(Fault.class),
            Duration.ofMinutes(1),
            Duration.ofMinutes(20),
            SEED,
            folder);

    CrashDrill.Report report = CrashDrill.run(options, lines::add);

    assertThat(report.verdict().holds()).as("%s%n%s", report.verdict(), lines).isTrue();
    assertThat(report.kills()).isEqualTo(10);
    assertThat(folder).isEmptyDirectory();
  }

  @Tag("drill")
  @ParameterizedTest
  @EnumSource(names = {"BEGIN_COMMIT", "IDEMPOTENCY_CLAIM"})
  void a_missing_guard_breaks_its_promise_and_the_control_run_breaks_none(
      PlantedBug bug, @TempDir Path folder) throws Exception {
    try (DataFolder template = PlantedRun.template(folder)) {
      assertThat(PlantedRun.run(bug, false, folder, template, SEED).verdict().isBroken(bug.shows()))
          .isTrue();
      Verdict control = PlantedRun.run(bug, true, folder, template, SEED).verdict();
      assertThat(control.holds()).as("%s", control).isTrue();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Tag("drill")
  @Test
  void nothing_fails_while_two_nodes_restart_one_after_the_other(@TempDir Path folder)
      throws Exception {
    Verdict verdict =
        RollingDrill.run(
            new RollingDrill.RollingOptions(2, 8, Optional.empty(), SEED, folder), _ -> {});

    assertThat(verdict.holds()).as("%s", verdict).isTrue();
    assertThat(verdict.toString()).contains("every request gets a response although nodes restart");
    assertThat(folder).isEmptyDirectory();
  }

  @Tag("drill")
  @ParameterizedTest
  @NullSource
  @EnumSource(names = {"NODE_FITNESS", "RESTING_LOOPS", "RESTING_DOOR"})
  void a_node_with_a_wrong_clock_does_nothing_and_a_missing_guard_is_noticed(
      Rewrite without, @TempDir Path folder) throws Exception {
    var options =
        new SkewDrill.SkewOptions(
            2, Duration.ofSeconds(8), 8, Optional.ofNullable(without), SEED, folder);

    Verdict verdict = SkewDrill.run(options, _ -> {});

    assertThat(verdict.isBroken(Invariant.IDLE)).as("%s", verdict).isEqualTo(without != null);
    assertThat(verdict.holds()).as("%s", verdict).isEqualTo(without == null);
    assertThat(folder).isEmptyDirectory();
  }

  @Tag("drill")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acknowledged_payments_survive_a_failover_with_a_synchronous_standby(
      boolean isAwaited, @TempDir Path folder) throws Exception {
    var options =
        new FailoverDrill.FailoverOptions(
            Duration.ofSeconds(5), 8, Duration.ofMinutes(1), isAwaited, SEED, folder);

    Verdict verdict = FailoverDrill.run(options, _ -> {});

    assertThat(verdict.isBroken(Invariant.KEPT)).as("%s", verdict).isNotEqualTo(isAwaited);
    assertThat(verdict.isBroken(Invariant.BACK)).as("%s", verdict).isFalse();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shuffled_faults_include_every_possible_one_and_replay_from_the_seed() {
    List<Fault> all = Fault.shuffled(EnumSet.allOf(Fault.class), new SplittableRandom(SEED));
    assertThat(all).hasSize(20).contains(Fault.values());
    assertThat(all.stream().filter(Fault::isKill)).hasSize(15);
    assertThat(Fault.shuffled(EnumSet.allOf(Fault.class), new SplittableRandom(SEED)))
        .isEqualTo(all);
    assertThat(Fault.shuffled(Set.of(Fault.KILL_ALL), new SplittableRandom(SEED)))
        .isNotEmpty()
        .containsOnly(Fault.KILL_ALL);
  }

  @Test
  void a_control_run_must_keep_its_promise_before_the_bug_is_judged() {
    var all = Duration.ofSeconds(50);
    var open = new Reckoning.Awaited(Map.of(Invariant.BOOKS, Duration.ofSeconds(1)), all);

    assertThat(isRight(PlantedBug.IDEMPOTENCY_CLAIM, open)).isTrue();
    assertThat(isRight(PlantedBug.REVERSAL_FIRST, open)).isFalse();
    assertThat(isRight(PlantedBug.POSITION_BOUND, open)).isFalse();
    assertThat(isRight(PlantedBug.WITNESS, open)).as("doesn't depend on time").isTrue();
  }

  private static boolean isRight(PlantedBug bug, Reckoning.Awaited open) {
    return new PlantedRun.Found(bug, new Verdict(), Duration.ofMinutes(2), open.since(bug.shows()))
        .isRight(true);
  }

  @ParameterizedTest
  @EnumSource
  void every_injected_bug_has_a_rewrite_of_the_same_name(PlantedBug bug) {
    assertThat(bug.bug().name()).isEqualTo(bug.name());
    assertThat(bug.rewrites(false)).contains(bug.bug());
    assertThat(bug.rewrites(true)).doesNotContain(bug.bug());
  }
}
