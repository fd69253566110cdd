package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import florin.app.DemoShop;
import florin.core.Currency;
import florin.page.AmountText;
import florin.report.RandomWork;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Dom;
import florin.testing.Reconciliation;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.net.URI;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first page held against plain sums over the tables of payments and refunds: after weeks of a
 * shop, and a day on which everything happens that can.
 */
@TakesLong
class HomeFiguresTest {
  private static final long SEED = Long.getLong("work.seed", 20_261_122);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int DAYS = 90;
  private static final String OF = " AND realm_id = ? AND currency = ?";

  private static TestApp florin;
  private static DashboardClient viewer;

  /** What stands of one currency. */
  private record Sums(long volume, long refunded) {
    long net() {
      return volume - refunded;
    }
  }

  @BeforeAll
  static void work() {
    florin = TestApp.open();
    DemoShop.fill(florin, URI.create("https://pay.example.com"), 200, 2);
    new RandomWork(SEED).run(florin, 40);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() ->
            Reconciliation.isAtRest(florin.database())
                && florin.app().report().figures().behindSince().isEmpty());
    viewer = DashboardClient.of(florin, Role.VIEWER);
  }

  @AfterAll
  static void close() {
    viewer.close();
    florin.close();
  }

  static Stream<Currency> currencies() {
    return florin.query("SELECT DISTINCT currency FROM payment ORDER BY 1").stream()
        .map(Currency::get);
  }

  @Test
  void every_kind_of_end_is_among_what_is_summed_up() {
    assertThat(currencies()).hasSizeGreaterThan(3);
    assertThat(
            florin.query(
                "SELECT DISTINCT measure FROM figure UNION SELECT 'part' FROM payment WHERE amount_captured BETWEEN 1 AND amount - 1"))
        .containsExactlyInAnyOrder(
            "succeeded", "failed", "canceled", "refunded", "refund_returned", "part");
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_tiles_are_sums_over_payments_and_refunds(Currency currency) {
    Element page = home(currency);
    Sums sums = sums(currency);
    long succeeded = count(currency, "succeeded");
    long failed = count(currency, "failed");
    long canceled = count(currency, "canceled");

    assertThat(tile(page, "Volume"))
        .containsExactly(
            AmountText.of(sums.volume(), currency),
            AmountText.of(sums.net(), currency) + " after refunds");
    assertThat(tile(page, "Payments"))
        .containsExactly(
            text(succeeded + failed + canceled),
            "%d succeeded, %d failed, %d canceled".formatted(succeeded, failed, canceled));
    assertThat(tile(page, "Success rate"))
        .containsExactly(
            succeeded + failed == 0
                ? "–"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * succeeded / (succeeded + failed)),
            "%d of %d that succeeded or failed".formatted(succeeded, succeeded + failed));
    assertThat(tile(page, "Refunded").getFirst())
        .isEqualTo(AmountText.of(sums.refunded(), currency));
    assertThat(tile(page, "Refunded").getLast())
        .matches(
            "%s refunds?(; [0-9]+ more came back from the network)?"
                .formatted(
                    one("SELECT count(*) FROM refund WHERE status = 'succeeded'", currency)));
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_table_has_each_day_as_it_was_and_sums_to_the_tiles(Currency currency) {
    Element page = home(currency);
    List<Sums> days = days(currency);
    List<Element> rows = page.select("details.more tbody tr");

    assertThat(rows).hasSize(DAYS);
    for (int i = 0; i < DAYS; i++) {
      Sums day = days.get(i);
      assertThat(cells(rows.get(i)).subList(1, 4))
          .as("%s, %d days ago", currency.code(), i)
          .containsExactly(
              AmountText.of(day.volume(), currency),
              AmountText.of(day.refunded(), currency),
              AmountText.of(day.net(), currency));
    }
    List<String> sum = cells(page.select("details.more tfoot tr").getFirst());
    assertThat(sum.subList(1, 4))
        .containsExactly(
            tile(page, "Volume").getFirst(),
            tile(page, "Refunded").getFirst(),
            tile(page, "Volume").getLast().replace(" after refunds", ""));
    for (int column = 4; column < 7; column++) {
      assertThat(rows.stream().mapToLong(number(column)).sum())
          .isEqualTo(Long.parseLong(sum.get(column)));
    }
    assertThat(tile(page, "Payments").getLast())
        .isEqualTo(
            "%s succeeded, %s failed, %s canceled".formatted(sum.get(4), sum.get(5), sum.get(6)));
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_bars_are_as_high_as_their_days(Currency currency) {
    Element page = home(currency);
    List<Long> volumes = days(currency).reversed().stream().map(Sums::volume).toList();
    long highest = Math.max(1, volumes.stream().mapToLong(volume -> volume).max().orElse(1));

    List<Element> bars = page.select("figure.chart").getFirst().select("g");
    assertThat(bars).hasSize(DAYS);
    for (int i = 0; i < DAYS; i++) {
      double height =
          bars.get(i).select("rect.good").stream()
              .mapToDouble(bar -> Double.parseDouble(bar.attr("height")))
              .sum();
      double due = (double) volumes.get(i) / (double) highest * BarChart.HEIGHT;
      assertThat(height)
          .as("%s, bar %d of %s", currency.code(), i, volumes)
          .isCloseTo(volumes.get(i) == 0 ? 0 : Math.max(2, due), within(0.06));
    }
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_reasons_sum_to_what_failed(Currency currency) {
    Element page = home(currency);
    List<Element> reasons = page.select("table.shares tbody tr");
    List<String> counts =
        reasons.stream().map(row -> row.select("td.amount").getFirst().ownText()).toList();
    int kinds =
        Integer.parseInt(
            one(
                "SELECT count(DISTINCT coalesce(failure_decline_code, failure_code)) FROM payment WHERE status = 'failed'",
                currency));

    assertThat(counts.stream().mapToLong(Long::parseLong).sum())
        .isEqualTo(count(currency, "failed"));
    assertThat(reasons)
        .hasSize(kinds <= HomeFigures.MOST_REASONS + 1 ? kinds : HomeFigures.MOST_REASONS + 1);
    assertThat(page.text().contains("Other (" + (kinds - HomeFigures.MOST_REASONS) + " reasons)"))
        .isEqualTo(kinds > HomeFigures.MOST_REASONS + 1);
  }

  @Test
  void a_span_or_a_currency_that_there_is_not_is_the_usual_one() {
    assertThat(viewer.get("/dashboard?days=1000&currency=xxx").status()).isEqualTo(200);
  }

  private static Element home(Currency currency) {
    return Dom.of(
            viewer.get("/dashboard?days=%d&currency=%s".formatted(DAYS, currency.code())).body())
        .document();
  }

  /** Of the span, which stands below today's. */
  private static List<String> tile(Element page, String label) {
    Element tile =
        page.select(".tile").stream()
            .filter(each -> each.select(".label").text().equals(label))
            .toList()
            .getLast();
    return List.of(text(tile, ".figure"), text(tile, ".than"));
  }

  /** With its spaces as they are: those of amounts do not break. */
  private static String text(Element tile, String part) {
    return tile.select(part).getFirst().wholeText();
  }

  private static List<String> cells(Element row) {
    return row.children().stream().map(Element::wholeText).toList();
  }

  private static ToLongFunction<Element> number(int column) {
    return row -> Long.parseLong(cells(row).get(column));
  }

  /** Of each of the days, the last one first. */
  private static List<Sums> days(Currency currency) {
    Map<String, Long> captured =
        byDay(
            "SELECT sum(amount_captured), (captured_at AT TIME ZONE 'UTC')::date AS day FROM payment WHERE status = 'succeeded'",
            currency);
    Map<String, Long> refunded =
        byDay(
            "SELECT sum(amount), (created_at AT TIME ZONE 'UTC')::date AS day FROM refund WHERE status = 'succeeded'",
            currency);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    return IntStream.range(0, DAYS)
        .mapToObj(i -> today.minusDays(i).toString())
        .map(day -> new Sums(captured.getOrDefault(day, 0L), refunded.getOrDefault(day, 0L)))
        .toList();
  }

  private static Map<String, Long> byDay(String sql, Currency currency) {
    var sums = new HashMap<String, Long>();
    florin
        .query(
            "SELECT day || ' ' || sum FROM (" + sql + OF + " GROUP BY day) days",
            florin.realm().id(),
            currency.code())
        .forEach(line -> sums.put(line.split(" ")[0], Long.parseLong(line.split(" ")[1])));
    return sums;
  }

  private static Sums sums(Currency currency) {
    return new Sums(
        Long.parseLong(
            one(
                "SELECT coalesce(sum(amount_captured), 0) FROM payment WHERE status = 'succeeded'",
                currency)),
        Long.parseLong(
            one(
                "SELECT coalesce(sum(amount), 0) FROM refund WHERE status = 'succeeded'",
                currency)));
  }

  private static long count(Currency currency, String status) {
    return Long.parseLong(
        one("SELECT count(*) FROM payment WHERE status = '%s'".formatted(status), currency));
  }

  private static String one(String sql, Currency currency) {
    return florin.query(sql + OF, florin.realm().id(), currency.code()).getFirst();
  }

  private static String text(long number) {
    return NumberFormat.getIntegerInstance(Locale.US).format(number);
  }
}
