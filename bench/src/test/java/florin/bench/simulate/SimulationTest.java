package florin.bench.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.simulate.Simulation.Broken;
import florin.bench.simulate.Simulation.Outcome;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final Worlds WORLDS = new Worlds(Set.of());
  private static final int FEW_SEEDS = 50;
  private static final int SEEDS_TO_FIND_IT = 300;

  @Test
  void every_promise_is_kept_in_fifty_simulation_runs() throws InterruptedException {
    Outcome outcome = new Simulation(WORLDS, 1).run(1, FEW_SEEDS);

    assertThat(outcome.broken()).isEmpty();
    assertThat(outcome.worlds()).isEqualTo(FEW_SEEDS);
    assertThat(outcome.looked())
        .containsKeys(
            "answered",
            "arrived",
            "books",
            "consent",
            "final",
            "kept",
            "no-bug",
            "once",
            "places",
            "resolved",
            "signed",
            "sums",
            "whole");
  }

  @Test
  void a_seed_replays_to_the_same_log() {
    WorldPlan plan = WorldPlan.of(7).withLog();

    WorldReport first = WORLDS.run(plan);
    WorldReport second = WORLDS.run(plan);

    assertThat(first.log()).isNotEmpty().isEqualTo(second.log());
    assertThat(first.digest()).isEqualTo(second.digest());
    assertThat(WORLDS.run(WorldPlan.of(8)).digest()).isNotEqualTo(first.digest());
  }

  @Test
  void an_injected_bug_is_found_and_its_simulation_run_is_reduced() throws InterruptedException {
    var worlds = new Worlds(SimulatedBug.VERSION_GUARD.rewrites());

    Broken found =
        new Simulation(worlds, Optional.of(WORLDS), 1)
            .run(1, SEEDS_TO_FIND_IT)
            .broken()
            .orElseThrow();

    assertThat(found.plan().leftOut()).isNotEmpty();
    assertThat(worlds.run(found.plan()).broken()).isEqualTo(found.report().broken());
    assertThat(WORLDS.run(found.plan()).holds()).isTrue();
  }
}
