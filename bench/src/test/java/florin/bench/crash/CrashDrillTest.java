package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.service.DataFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrashDrillTest {
  private static final long SEED = 42;

  @Tag("drill")
  @Test
  void every_promise_is_kept_in_ten_kills(@TempDir Path folder) throws Exception {
    var lines = new ArrayList<String>();
    var options =
        new CrashDrill.Options(10, 8, Duration.ofMinutes(1), Duration.ofMinutes(20), SEED, folder);

    CrashDrill.Report report = CrashDrill.run(options, lines::add);

    assertThat(report.verdict().holds()).as("%s%n%s", report.verdict(), lines).isTrue();
    assertThat(report.kills()).isEqualTo(10);
    assertThat(folder).isEmptyDirectory();
  }

  @Tag("drill")
  @ParameterizedTest
  @EnumSource(names = {"BEGIN_COMMIT", "IDEMPOTENCY_CLAIM"})
  void a_safeguard_that_lacks_is_missed_and_nothing_is_where_none_lacks(
      PlantedBug bug, @TempDir Path folder) throws Exception {
    try (DataFolder template = PlantedRun.template(folder)) {
      assertThat(PlantedRun.run(bug, false, folder, template, SEED).verdict().isBroken(bug.shows()))
          .isTrue();
      Verdict control = PlantedRun.run(bug, true, folder, template, SEED).verdict();
      assertThat(control.holds()).as("%s", control).isTrue();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void every_bug_is_a_rewrite_of_its_name(PlantedBug bug) {
    assertThat(bug.bug().name()).isEqualTo(bug.name());
    assertThat(bug.rewrites(false)).contains(bug.bug());
    assertThat(bug.rewrites(true)).doesNotContain(bug.bug());
  }
}
