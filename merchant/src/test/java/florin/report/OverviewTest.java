package florin.report;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.report.FigureStore.Figure;
import florin.report.FigureStore.Figure.Measure;
import florin.report.Overview.FailureCount;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrangement of metrics for display. */
class OverviewTest {
  private static final Currency USD = Currency.get("usd");
  private static final Instant FIRST = Instant.parse("2026-11-20T00:00:00Z");
  private static final Instant SECOND = FIRST.plus(Duration.ofDays(1));
  private static final Instant THIRD = FIRST.plus(Duration.ofDays(2));

  private final Overview overview =
      Overview.of(
          USD,
          List.of(
              figure(FIRST, Measure.SUCCEEDED, "automatic", 7, 700),
              figure(FIRST, Measure.SUCCEEDED, "manual", 2, 250),
              figure(FIRST, Measure.FAILED, "expired_card", 1, 100),
              figure(THIRD, Measure.FAILED, "insufficient_funds", 2, 200),
              figure(THIRD, Measure.CANCELED, "", 4, 400),
              figure(THIRD, Measure.REFUNDED, "", 2, 150),
              figure(THIRD, Measure.REFUND_RETURNED, "", 1, 50)),
          Stream.of(FIRST, SECOND, THIRD).map(OverviewTest::local).toList(),
          figure -> (int) Duration.between(FIRST, figure.begins()).toDays());

  @Test
  void the_total_is_the_sum_of_its_parts() {
    assertThat(overview.all()).isEqualTo(new Totals(9, 950, 3, 4, 1, 100, 1, 50));
    assertThat(
            overview.slices().stream()
                .map(Overview.Slice::totals)
                .reduce(Totals.NONE, Totals::plus))
        .isEqualTo(overview.all());
    assertThat(overview.all().net()).isEqualTo(850);
    assertThat(overview.all().payments()).isEqualTo(9 + 3 + 4);
  }

  @Test
  void a_day_without_payments_is_included() {
    assertThat(overview.slices())
        .extracting(Overview.Slice::begins)
        .containsExactly(local(FIRST), local(SECOND), local(THIRD));
    assertThat(overview.slices().get(1).totals()).isEqualTo(Totals.NONE);
  }

  @Test
  void the_success_rate_leaves_canceled_payments_out_and_is_empty_without_any() {
    assertThat(overview.all().successRate()).hasValue(0.75);
    assertThat(Totals.NONE.successRate()).isEmpty();
  }

  @Test
  void failures_are_listed_by_reason_the_most_frequent_first() {
    assertThat(overview.failures())
        .containsExactly(
            new FailureCount("insufficient_funds", 2), new FailureCount("expired_card", 1));
  }

  private static LocalDateTime local(Instant time) {
    return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }

  private static Figure figure(
      Instant begins, Measure measure, String code, long count, long amount) {
    return new Figure(begins, USD, measure, code, count, amount);
  }
}
