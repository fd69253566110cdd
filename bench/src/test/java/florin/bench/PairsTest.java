package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.bench.load.Tally;
import florin.bench.service.Commits;
import florin.bench.service.Cost;
import florin.bench.service.Memory;
import florin.bench.service.Usage;
import florin.bench.service.Wal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairsTest {
  private static final Cost NOTHING =
      new Cost(
          new Usage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
          Wal.NONE,
          Map.of());

  @Test
  void the_ratio_is_the_median_of_the_pairs_and_not_that_of_the_medians() {
    var pairs = new Pairs(measured(10, 100, 60), measured(20, 10, 30));

    assertThat(pairs.ratio(each -> (double) each.tally().answers())).isEqualTo(2);
    assertThat(pairs.our(each -> (double) each.tally().answers())).isEqualTo(60);
    assertThat(pairs.other(each -> (double) each.tally().answers())).isEqualTo(20);
  }

  @Test
  void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
    assertThat(Pairs.median(List.of(9.0, 1.0, 4.0, 2.0))).isEqualTo(3);
  }

  @Test
  void pairs_need_as_many_measurements_on_both_sides() {
    assertThatThrownBy(() -> new Pairs(measured(1), measured(1, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Pairs(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_cost_of_a_run_is_divided_by_its_responses() {
    var cost =
        new Cost(
            new Usage(
                Duration.ofMillis(6),
                Duration.ofMillis(2),
                Duration.ofMillis(4),
                Duration.ofMillis(1)),
            new Wal(85_000, 405, 3_000),
            Map.of("main", new Commits(4, 45), "book", new Commits(2, 15)));
    Measurement measured = measured(10, cost);

    assertThat(measured.servedMicros()).isEqualTo(1_000);
    assertThat(measured.walBytes()).isEqualTo(8_500);
    assertThat(measured.walRecords()).isEqualTo(40.5);
    assertThat(measured.toString())
        .contains("service 600 (of which compiler 200)   PostgreSQL 400   driver 100   total 1100")
        .contains("8,500 bytes, of which 300 in full-page images; 40.5 records")
        .contains("changesets per request 6.0\n  changesets per batch main 11.3 · book 7.5");
    assertThat(Measurement.table(List.of(measured)).text()).contains("8,500  ").contains("40.5");
  }

  @Test
  void a_run_without_a_database_prints_no_database_metrics() {
    assertThat(measured(10, NOTHING).toString()).doesNotContain("WAL").doesNotContain("batch");
  }

  @Test
  void without_responses_the_cost_of_one_is_zero() {
    assertThat(measured(0, NOTHING).servedMicros()).isZero();
  }

  private static List<Measurement> measured(int... answers) {
    return Arrays.stream(answers).mapToObj(count -> measured(count, NOTHING)).toList();
  }

  private static Measurement measured(int answers, Cost cost) {
    var tally = new Tally();
    for (int i = 0; i < answers; i++) {
      tally.answered(200, 1_000_000);
    }
    tally.ended(Duration.ofSeconds(1));
    return new Measurement("some", 64, tally, cost, new Memory(0, 0), 0);
  }
}
