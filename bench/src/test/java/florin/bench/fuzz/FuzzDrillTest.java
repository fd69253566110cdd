package florin.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.fuzz.FuzzSearch.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the fuzzer for some seconds at each target. */
@Tag("drill")
class FuzzDrillTest {
  private static final Duration TIME = Duration.ofSeconds(25);
  private static final int JOBS = 2;
  private static final long SEED = 20261123;

  @Test
  void a_short_run_finds_nothing_at_any_target() throws Exception {
    List<FuzzTarget> targets = List.of(FuzzTarget.values());

    List<Outcome> outcomes =
        new FuzzDrill(FuzzCommand.folder(), JOBS)
            .run(
                targets,
                TIME.multipliedBy(targets.size()).dividedBy(JOBS),
                SEED,
                System.out::println);

    assertThat(outcomes)
        .hasSameSizeAs(targets)
        .allSatisfy(outcome -> {
          assertThat(outcome.found()).as("found at %s", outcome.target()).isEmpty();
          assertThat(outcome.executions())
              .isGreaterThanOrEqualTo(FuzzCases.of(outcome.target()).size());
          assertThat(outcome.coverage()).isPositive();
        });
  }

  @ParameterizedTest
  @EnumSource
  void the_fuzzer_finds_every_removed_guard(FuzzPlant plant) throws Exception {
    assertThat(new PlantedSearch(plant, SEED).run().isFound()).isTrue();
  }
}
