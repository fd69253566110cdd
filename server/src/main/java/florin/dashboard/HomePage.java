package florin.dashboard;

import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.dashboard.HomeFigures.Tile;
import florin.dashboard.Response.Page;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentFilter;
import florin.report.Figures;
import florin.report.Overview;
import florin.report.Totals;
import florin.team.Act;
import florin.webhook.WebhookHealth;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the dashboard begins: how business is; or, on an empty account, how to begin. */
public final class HomePage {
  private static final String PATH = "/dashboard";

  /** The spans that can be chosen, in days. */
  private static final List<Integer> SPANS = List.of(7, 28, 90);

  private static final int USUAL_SPAN = 28;

  /** Endpoints that do badly of which the page tells; the rest is a click away. */
  private static final int MOST_ENDPOINTS = 3;

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
   * @param choices of currency; one is chosen
   * @param today its figures
   * @param span of these days
   * @param behind whether the figures are seconds behind
   */
  public record View(
      int days,
      String currency,
      List<String> choices,
      List<Tile> today,
      HomeFigures span,
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

  Response show(Visit visit) {
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
  Response first(Visit visit) {
    return Page.of("first", "First payment", newest(visit).map(payment -> payment.id().text()));
  }

  /** What looks like a page of ours and is none. */
  static Response unknown(Visit visit) {
    var problem =
        new Problem.NotFound(ErrorCode.ROUTE_UNKNOWN, "There is no page at this address.");
    return Explanation.of(problem, visit.request().text());
  }

  private Response start(Visit visit) {
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
    var one = PageRequest.first(1);
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
        HomeFigures.tiles(now, currency),
        HomeFigures.of(chosen),
        visit.may(Act.VIEW_WEBHOOKS) ? Optional.of(hooks(visit)) : Optional.empty(),
        figures.behindSince().filter(since -> since.isBefore(clock.instant().minusSeconds(10))));
  }

  private Hooks hooks(Visit visit) {
    WebhookHealth.HealthSummary standing = webhooks.of(visit.realm());
    return new Hooks(
        standing.latest(),
        standing.endpoints().stream()
            .filter(endpoint -> endpoint.state() != WebhookHealth.EndpointState.ENABLED)
            .limit(MOST_ENDPOINTS)
            .map(endpoint ->
                new Bad(
                    endpoint.id().text(),
                    endpoint.url(),
                    endpoint.state().name().toLowerCase(Locale.ROOT)))
            .toList(),
        standing.oldestDue());
  }
}
