package florin.dashboard;

import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.dashboard.BarChart.Value;
import florin.dashboard.Result.Page;
import florin.page.AmountText;
import florin.payment.Payment;
import florin.payment.PaymentFilter;
import florin.payment.Payments;
import florin.report.Figures;
import florin.report.Overview;
import florin.report.Overview.Slice;
import florin.report.Totals;
import florin.team.Act;
import florin.webhook.WebhookHealth;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where the dashboard begins: how business is; or, on an empty account, how to begin. */
public final class HomePage {
  private static final String PATH = "/dashboard";

  /** The spans that can be chosen, in days. */
  private static final List<Integer> SPANS = List.of(7, 28, 90);

  private static final int USUAL_SPAN = 28;

  /** Reasons for failures that are shown; there are few more. */
  private static final int MOST_REASONS = 8;

  /** Endpoints that do badly of which the page tells; the rest is a click away. */
  private static final int MOST_ENDPOINTS = 3;

  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.UK);

  private final Payments payments;
  private final Figures figures;
  private final WebhookHealth webhooks;
  private final InstantSource clock;

  public HomePage(Payments payments, Figures figures, WebhookHealth webhooks, InstantSource clock) {
    this.payments = payments;
    this.figures = figures;
    this.webhooks = webhooks;
    this.clock = clock;
  }

  /** How to begin: a page that looks for the first payment by itself. */
  public record StartView(String name, String address) {}

  /**
   * A figure in large letters.
   *
   * @param than what it is to be compared with
   */
  public record Tile(String label, String figure, String than) {}

  /** A row of the table beside the charts. */
  public record Day(
      String day, String volume, long succeeded, long failed, String rate, String refunded) {}

  /**
   * Why payments failed.
   *
   * @param share of all that failed, in percent
   */
  public record Reason(String words, long count, double share) {}

  /**
   * @param choices of currency; one is chosen
   * @param reasons the most frequent first
   * @param behind whether the figures are seconds behind
   */
  public record View(
      int days,
      String currency,
      List<String> choices,
      List<Tile> today,
      List<Tile> span,
      BarChart volume,
      BarChart outcomes,
      List<Day> table,
      List<Reason> reasons,
      Optional<Hooks> hooks,
      Optional<Instant> behind) {
    public List<Integer> spans() {
      return SPANS;
    }

    public String path(int otherDays, String otherCurrency) {
      return PATH + "?days=" + otherDays + "&currency=" + otherCurrency;
    }
  }

  /**
   * @param bad endpoints that do badly
   */
  public record Hooks(WebhookHealth.Latest latest, List<Bad> bad, Optional<Instant> oldestDue) {}

  public record Bad(String id, String url, String status) {}

  Result show(Visit visit) {
    int days =
        SPANS.stream()
            .filter(span -> visit.query().value("days").equals(Optional.of(span.toString())))
            .findFirst()
            .orElse(USUAL_SPAN);
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    List<Overview> overviews = figures.listByDay(visit.realm(), today, days);
    if (overviews.isEmpty() && !hasPayments(visit)) {
      return start(visit);
    }
    return Page.of("home", "Home", view(visit, days, overviews));
  }

  /** A piece of the page for an empty account: asked for again and again. */
  Result first(Visit visit) {
    return Page.of("first", "First payment", newest(visit).map(payment -> payment.id().text()));
  }

  /** What looks like a page of ours and is none. */
  static Result unknown(Visit visit) {
    var problem =
        new Problem.NotFound(ErrorCode.ROUTE_UNKNOWN, "There is no page at this address.");
    return Notice.of(problem, visit.request().text());
  }

  private Result start(Visit visit) {
    return Page.of(
        "start",
        "Get started",
        new StartView(
            visit.session().user().name(),
            (visit.exchange().isSecure() ? "https://" : "http://") + visit.exchange().authority()));
  }

  private boolean hasPayments(Visit visit) {
    return newest(visit).isPresent();
  }

  private Optional<Payment> newest(Visit visit) {
    var one = new PageRequest(1, Optional.empty(), Optional.empty());
    return payments.list(visit.realm(), PaymentFilter.ALL, one).data().stream().findFirst();
  }

  private View view(Visit visit, int days, List<Overview> overviews) {
    Overview chosen =
        overviews.stream()
            .filter(overview ->
                visit.query().value("currency").equals(Optional.of(overview.currency().code())))
            .findFirst()
            .or(() -> overviews.stream().findFirst())
            .orElseGet(() -> new Overview(Currency.get("usd"), Totals.NONE, List.of(), List.of()));
    Currency currency = chosen.currency();
    Totals now = chosen.slices().isEmpty() ? Totals.NONE : chosen.slices().getLast().totals();
    return new View(
        days,
        currency.code(),
        overviews.stream().map(overview -> overview.currency().code()).toList(),
        tiles(now, currency),
        tiles(chosen.all(), currency),
        volume(chosen, currency),
        outcomes(chosen),
        chosen.slices().stream()
            .sorted(Comparator.comparing(Slice::begins).reversed())
            .map(slice -> day(slice, currency))
            .toList(),
        reasons(chosen),
        visit.may(Act.VIEW_WEBHOOKS) ? Optional.of(hooks(visit)) : Optional.empty(),
        figures.behindSince().filter(since -> since.isBefore(clock.instant().minusSeconds(10))));
  }

  private static List<Tile> tiles(Totals totals, Currency currency) {
    return List.of(
        new Tile(
            "Volume",
            AmountText.of(totals.volume(), currency),
            AmountText.of(totals.net(), currency) + " after refunds"),
        new Tile("Payments", count(totals.succeeded()), count(totals.failed()) + " failed"),
        new Tile("Success rate", percent(totals.successRate()), "of those that were decided"),
        new Tile(
            "Refunded",
            AmountText.of(totals.refunded(), currency),
            count(totals.refunds()) + (totals.refunds() == 1 ? " refund" : " refunds")));
  }

  private static BarChart volume(Overview overview, Currency currency) {
    long highest =
        overview.slices().stream().mapToLong(slice -> slice.totals().volume()).max().orElse(0);
    return BarChart.of(
        overview.slices().stream()
            .map(slice ->
                new Value(
                    slice.totals().volume(),
                    0,
                    words(slice) + ": " + AmountText.of(slice.totals().volume(), currency)))
            .toList(),
        AmountText.of(highest, currency));
  }

  private static BarChart outcomes(Overview overview) {
    long highest =
        overview.slices().stream()
            .mapToLong(slice -> slice.totals().succeeded() + slice.totals().failed())
            .max()
            .orElse(0);
    return BarChart.of(
        overview.slices().stream()
            .map(slice ->
                new Value(
                    slice.totals().succeeded(),
                    slice.totals().failed(),
                    "%s: %d succeeded, %d failed"
                        .formatted(
                            words(slice), slice.totals().succeeded(), slice.totals().failed())))
            .toList(),
        count(highest));
  }

  private static Day day(Slice slice, Currency currency) {
    Totals totals = slice.totals();
    return new Day(
        words(slice),
        AmountText.of(totals.volume(), currency),
        totals.succeeded(),
        totals.failed(),
        percent(totals.successRate()),
        AmountText.of(totals.refunded(), currency));
  }

  private static List<Reason> reasons(Overview overview) {
    long all = Math.max(1, overview.all().failed());
    return overview.failures().stream()
        .limit(MOST_REASONS)
        .map(reason ->
            new Reason(
                reason.code().replace('_', ' '),
                reason.count(),
                Math.round(1000.0 * reason.count() / all) / 10.0))
        .toList();
  }

  private Hooks hooks(Visit visit) {
    WebhookHealth.Standing standing = webhooks.of(visit.realm());
    return new Hooks(
        standing.latest(),
        standing.endpoints().stream()
            .filter(endpoint -> endpoint.state() != WebhookHealth.State.ENABLED)
            .limit(MOST_ENDPOINTS)
            .map(endpoint ->
                new Bad(
                    endpoint.id().text(),
                    endpoint.url(),
                    endpoint.state().name().toLowerCase(Locale.ROOT)))
            .toList(),
        standing.oldestDue());
  }

  private static String words(Slice slice) {
    return DAY.format(slice.begins().atOffset(ZoneOffset.UTC));
  }

  private static String percent(OptionalDouble share) {
    return share.isEmpty() ? "–" : String.format(Locale.ROOT, "%.1f %%", share.getAsDouble() * 100);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
