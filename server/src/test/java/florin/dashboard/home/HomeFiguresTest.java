package florin.dashboard.home;

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
import java.util.regex.Pattern;
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
 * Compares Home's figures with plain sums over the tables of payments and refunds. The data is
 * weeks of a shop's payments, and a day with every kind of event.
 */
@TakesLong
class HomeFiguresTest {
  private static final long SEED = Long.getLong("work.seed", 20_261_122);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int DAYS = 90;
  private static final String OF = " AND realm_id = ? AND currency = ?";

  private static TestApp florin;
  private static DashboardClient viewer;

  /** The amounts of one day in one currency. */
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
                && florin.app().report().figures.behindSince().isEmpty());
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
  void totals_include_every_outcome() {
    assertThat(currencies()).hasSizeGreaterThan(3);
    assertThat(
            florin.query(
                "SELECT DISTINCT measure FROM figure WHERE amount > 0 UNION SELECT 'part' FROM payment WHERE amount_captured BETWEEN 1 AND amount - 1"))
        .containsExactlyInAnyOrder(
            "succeeded", "failed", "canceled", "refunded", "refund_returned", "part");
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_metrics_are_sums_over_payments_and_refunds(Currency currency) {
    Element page = home(currency);
    Sums sums = sums(currency);
    long succeeded = count(currency, "succeeded");
    long failed = count(currency, "failed");
    long canceled = count(currency, "canceled");

    assertThat(metric(page, "Volume"))
        .containsExactly(
            AmountText.of(sums.volume(), currency),
            AmountText.of(sums.net(), currency) + " after refunds");
    assertThat(metric(page, "Payments"))
        .containsExactly(
            text(succeeded + failed + canceled),
            "%d succeeded, %d failed, %d canceled".formatted(succeeded, failed, canceled));
    assertThat(metric(page, "Success rate"))
        .containsExactly(
            succeeded + failed == 0
                ? "–"
                : String.format(Locale.ROOT, "%.1f%%", 100.0 * succeeded / (succeeded + failed)),
            "%d of %d completed payments".formatted(succeeded, succeeded + failed));
    assertThat(metric(page, "Average payment").getFirst())
        .isEqualTo(
            AmountText.of(
                succeeded == 0 ? 0 : Math.round((double) sums.volume() / succeeded), currency));
    assertThat(metric(page, "Refunded").getFirst())
        .isEqualTo(AmountText.of(sums.refunded(), currency));
    assertThat(metric(page, "Refunded").getLast())
        .matches(
            "%s refunds?(; [0-9]+ more returned by the network)?"
                .formatted(
                    one("SELECT count(*) FROM refund WHERE status = 'succeeded'", currency)));
    assertThat(metric(page, "New customers").getFirst())
        .isEqualTo(
            text(
                Long.parseLong(
                    florin
                        .query(
                            "SELECT count(*) FROM customer WHERE realm_id = ?", florin.realm().id())
                        .getFirst())));
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_table_has_each_day_and_sums_to_the_metrics(Currency currency) {
    Element page = home(currency);
    List<Sums> days = days(currency);
    List<Element> rows = page.select("#figures-table tbody tr");

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
    List<String> sum = cells(page.select("#figures-table tfoot tr").getFirst());
    assertThat(sum.subList(1, 4))
        .containsExactly(
            metric(page, "Volume").getFirst(),
            metric(page, "Refunded").getFirst(),
            metric(page, "Volume").getLast().replace(" after refunds", ""));
    for (int column = 4; column < 7; column++) {
      assertThat(rows.stream().mapToLong(number(column)).sum())
          .isEqualTo(Long.parseLong(sum.get(column)));
    }
    assertThat(metric(page, "Payments").getLast())
        .isEqualTo(
            "%s succeeded, %s failed, %s canceled".formatted(sum.get(4), sum.get(5), sum.get(6)));
  }

  /**
   * Compares complete days with the same number of days before. The current day is incomplete, so
   * it would look like a decline. The weeks of a year have the same sums as their days.
   */
  @ParameterizedTest
  @MethodSource("currencies")
  void only_complete_days_are_compared_and_weeks_have_the_same_sum(Currency currency) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Element last = of("days=28", currency);
    Element over =
        of("from=%s&until=%s".formatted(today.minusDays(27), today.minusDays(1)), currency);
    Element before =
        of("from=%s&until=%s".formatted(today.minusDays(55), today.minusDays(29)), currency);
    for (String label : List.of("Volume", "Payments", "Refunded", "New customers")) {
      String was = metric(before, label).getFirst();
      assertThat(compared(last, label))
          .isEqualTo("from " + was + " to " + metric(over, label).getFirst());
      assertThat(compared(over, label)).startsWith("from ").doesNotContain(" to ");
    }
    boolean isEnough = payments(over) >= 10 && payments(before) >= 10;
    assertThat(named(last, "Volume").select(".change").isEmpty()).isEqualTo(!isEnough);
    assertThat(of("from=" + today, currency).select(".metric .change")).isEmpty();

    Element year = of("from=" + today.minusDays(365), currency);
    List<Element> weeks = year.select("#figures-table tbody tr");
    assertThat(weeks).hasSize(53);
    assertThat(cells(year.select("#figures-table tfoot tr").getFirst()).subList(1, 7))
        .isEqualTo(
            cells(home(currency).select("#figures-table tfoot tr").getFirst()).subList(1, 7));
    assertThat(weeks.stream().mapToLong(number(4)).sum()).isEqualTo(count(currency, "succeeded"));
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_bars_are_as_high_as_their_days_and_today_s_is_hatched(Currency currency) {
    Element page = home(currency);
    List<Long> volumes = days(currency).reversed().stream().map(Sums::volume).toList();
    Element plot = page.select("#figures .plot").getFirst();
    double top = 100.0 / unscaled(plot, currency);

    List<Double> bars = heights(plot, "path.good");
    List<Long> there = volumes.stream().filter(volume -> volume > 0).toList();
    assertThat(plot.select(".points rect")).hasSize(DAYS);
    assertThat(bars).hasSameSizeAs(there);
    for (int i = 0; i < bars.size(); i++) {
      assertThat(bars.get(i))
          .as("%s, bar %d of %s", currency.code(), i, volumes)
          .isCloseTo(Math.max(1, there.get(i) * top), within(0.06));
    }
    assertThat(heights(plot, "path.good.part")).hasSize(volumes.getLast() > 0 ? 1 : 0);
  }

  /**
   * Returns the heights of the bars of one style, in percent. The current day's bar is a path of
   * its own.
   */
  private static List<Double> heights(Element plot, String bars) {
    return plot.select(bars).stream()
        .flatMap(path -> Pattern.compile("v([0-9.]+)").matcher(path.attr("d")).results())
        .map(height -> Double.parseDouble(height.group(1)) / 10)
        .toList();
  }

  /** Returns the value of the highest line. Its label is exact, because every step is round. */
  private static double unscaled(Element plot, Currency currency) {
    String words =
        plot.select(".tick").stream()
            .filter(t -> t.attr("y").equals("0.0%"))
            .findFirst()
            .orElseThrow()
            .text();
    String number = words.replaceAll("[^0-9.]", "");
    double factor =
        words.endsWith("K") ? 1e3 : words.endsWith("M") ? 1e6 : words.endsWith("B") ? 1e9 : 1;
    return Double.parseDouble(number) * factor * Math.pow(10, currency.exponent());
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void reasons_brands_and_connectors_each_sum_to_the_failures(Currency currency) {
    Element page = home(currency);
    List<Element> lists = page.select(".declines table");
    int kinds =
        Integer.parseInt(
            one(
                "SELECT count(DISTINCT coalesce(failure_decline_code, failure_code)) FROM payment WHERE status = 'failed'",
                currency));
    if (kinds == 0) {
      assertThat(lists).isEmpty();
      return;
    }

    assertThat(lists).hasSize(3);
    for (Element list : lists) {
      assertThat(
              list.select("tbody tr").stream()
                  .mapToLong(row -> Long.parseLong(row.select("td.amount").getFirst().ownText()))
                  .sum())
          .as(list.select("thead th").getFirst().text())
          .isEqualTo(count(currency, "failed"));
    }
    assertThat(lists.getFirst().select("tbody tr"))
        .hasSize(kinds <= Declines.MOST + 1 ? kinds : Declines.MOST + 1);
    assertThat(page.text().contains("Other (" + (kinds - Declines.MOST) + " reasons)"))
        .isEqualTo(kinds > Declines.MOST + 1);
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void each_reason_brand_and_connector_links_to_exactly_its_payments(Currency currency) {
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      for (Element row : home(currency).select(".declines tbody tr, .shares tbody tr")) {
        String path = row.expectFirst("a").attr("href");
        assertThat(path).matches(".*(&(reason|brand|connector)=[a-z0-9_]+|until=[0-9-]+)");
        if (!row.text().startsWith("Other")) {
          assertThat(
                  support.get(path.replace("/payments?", "/payments.csv?")).body().lines().count()
                      - 1)
              .as(path)
              .isEqualTo(Long.parseLong(row.select("td").get(1).text().replace(",", "")));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("currencies")
  void the_hours_of_today_and_yesterday_sum_to_their_days(Currency currency) {
    Element page = home(currency);
    List<Element> hours = page.select(".today tbody tr");
    List<Sums> days = days(currency);

    assertThat(hours).hasSize(24);
    assertThat(page.select(".today-figures .figure").getFirst().wholeText())
        .isEqualTo(AmountText.of(days.getFirst().volume(), currency));
    assertThat(page.select(".today-figures .than").stream().map(Element::wholeText))
        .contains("Yesterday, full day: " + AmountText.of(days.get(1).volume(), currency));
    long yesterday = hours.stream().mapToLong(hour -> Long.parseLong(cells(hour).get(4))).sum();
    assertThat(page.select(".today-figures .than").stream().map(Element::wholeText))
        .contains("Yesterday, full day: " + text(yesterday));
  }

  @Test
  void currencies_are_listed_separately_and_never_added() {
    Element page = home(Currency.get("usd"));
    List<Element> rows = page.select("section.block").getLast().select("tbody tr");

    assertThat(rows).hasSize((int) currencies().count());
    for (Element row : rows) {
      var currency = Currency.get(row.select("a").text().toLowerCase(Locale.ROOT));
      assertThat(row.children().get(1).wholeText())
          .isEqualTo(AmountText.of(sums(currency).volume(), currency));
      assertThat(row.select("a").attr("href")).contains("days=90&currency=" + currency.code());
    }
    assertThat(page.select("section.block").getLast().select("tfoot")).isEmpty();
  }

  @Test
  void invalid_dates_are_reported_at_their_fields() {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    for (String wrong :
        List.of(
            "from=2026-02-30 from-error",
            "from=%s&until=%s from-error".formatted(today, today.minusDays(1)),
            "from=%s&until=%s until-error".formatted(today, today.plusDays(1)),
            "from=%s from-error".formatted(today.minusDays(366)),
            "until=%s from-error".formatted(today))) {
      var reply = viewer.get("/dashboard?" + wrong.split(" ")[0]);
      assertThat(reply.status()).as(wrong).isEqualTo(422);
      assertThat(Dom.of(reply.body()).document().select("#" + wrong.split(" ")[1])).isNotEmpty();
    }
  }

  @Test
  void an_unknown_range_or_currency_is_replaced_by_the_default() {
    assertThat(viewer.get("/dashboard?days=1000&currency=xxx").status()).isEqualTo(200);
  }

  private static Element home(Currency currency) {
    return of("days=" + DAYS, currency);
  }

  private static Element of(String range, Currency currency) {
    return Dom.of(viewer.get("/dashboard?%s&currency=%s".formatted(range, currency.code())).body())
        .document();
  }

  /** Returns the metric's value and its details. */
  private static List<String> metric(Element page, String label) {
    Element metric = named(page, label);
    return List.of(
        metric.select(".figure").getFirst().wholeText(),
        metric.select(".than").getLast().wholeText());
  }

  private static String compared(Element page, String label) {
    return named(page, label).expectFirst(".than .quiet").wholeText();
  }

  private static long payments(Element page) {
    return Long.parseLong(metric(page, "Payments").getFirst().replace(",", ""));
  }

  private static Element named(Element page, String label) {
    return page.select(".metric").stream()
        .filter(each -> each.select(".label").text().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> cells(Element row) {
    return row.children().stream().map(Element::wholeText).toList();
  }

  private static ToLongFunction<Element> number(int column) {
    return row -> Long.parseLong(cells(row).get(column));
  }

  /** Returns the sums of each day, the last day first. */
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
