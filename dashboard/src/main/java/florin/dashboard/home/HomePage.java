package florin.dashboard.home;

import florin.connector.instance.Instances;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.ConnectorId;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Explanation;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Page;
import florin.docs.CodeSamples;
import florin.docs.CodeSamples.SampleRequest;
import florin.docs.OperationText.Code;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentFilter;
import florin.report.Days;
import florin.report.Figures;
import florin.report.Figures.CurrencySum;
import florin.report.Overview;
import florin.team.Permission;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The home page of the dashboard: the figures of an account, or the first steps in an empty one.
 */
public final class HomePage {
  static final String PATH = "/dashboard";

  private static final Currency USUAL = Currency.get("usd");
  private static final String TITLE = "Home";

  private final Payments payments;
  private final Figures figures;
  private final Attention attention;
  private final Instances connectors;
  private final Onboarding onboarding;
  private final GoLivePage goLive;
  private final InstantSource clock;

  public HomePage(
      Payments payments,
      Figures figures,
      Attention attention,
      Instances connectors,
      Onboarding onboarding,
      GoLivePage goLive,
      InstantSource clock) {
    this.payments = payments;
    this.figures = figures;
    this.attention = attention;
    this.connectors = connectors;
    this.onboarding = onboarding;
    this.goLive = goLive;
    this.clock = clock;
  }

  /** The page of an account without test payments, which checks regularly for the first payment. */
  public record StartView(
      String name, List<Code> codes, Optional<Onboarding.Checklist> onboarding) {
    public StartView {
      codes = List.copyOf(codes);
    }
  }

  /**
   * The page.
   *
   * @param attention the conditions that need a person
   * @param behind the commit time of the oldest event that the figures omit; empty if they are
   *     current
   */
  public record View(
      Optional<Onboarding.Checklist> onboarding,
      RangeView range,
      List<Attention.AttentionItem> attention,
      TodayFigures today,
      HomeFigures figures,
      Declines declines,
      List<CurrencySum> currencies,
      Optional<Instant> behind) {}

  /**
   * The chosen days.
   *
   * @param choices the currencies, including the chosen one
   */
  public record RangeView(
      HomeRange chosen, LocalDate today, Currency currency, List<Currency> choices) {
    public String path(int days) {
      return PATH + "?days=" + days + "&currency=" + currency.code();
    }
  }

  public Response show(DashboardRequest visit) {
    ZoneId zone = visit.session().reportZone();
    LocalDate today = LocalDate.ofInstant(clock.instant(), zone);
    HomeRange range = HomeRange.read(visit.query(), today, zone);
    List<CurrencySum> sums = figures.listSums(visit.realm(), range.days());
    if (sums.isEmpty() && newest(visit).isEmpty()) {
      return start(visit);
    }
    View view = view(visit, range, sums, today);
    return range.form().isGood() ? Page.of("home", TITLE, view) : Page.again("home", TITLE, view);
  }

  /** Returns the part of the empty account's page that its script polls. */
  public Response first(DashboardRequest visit) {
    return Page.of("first", "First payment", newest(visit).map(payment -> payment.id().text()));
  }

  /** Returns the page for an unknown address. */
  public static Response unknown(DashboardRequest visit) {
    var problem = new Problem.NotFound(ErrorCode.ROUTE_UNKNOWN, "No page exists at this address.");
    return Explanation.of(problem, visit.request().text());
  }

  private Response start(DashboardRequest visit) {
    if (visit.realm().isLive()) {
      return goLive.show(visit);
    }
    return Page.of(
        "start",
        "Get started",
        new StartView(
            visit.session().user().name(), firstPayment(visit.origin()), onboarding.find(visit)));
  }

  /** Returns the first payment in each language. */
  private static List<Code> firstPayment(String origin) {
    String url = origin + "/v2/payments";
    var card = new LinkedHashMap<String, Object>();
    card.put("number", "4242424242424242");
    card.put("exp_month", 12);
    card.put("exp_year", 2030);
    card.put("cvc", "123");
    var method = new LinkedHashMap<String, Object>();
    method.put("type", "card");
    method.put("card", card);
    var body = new LinkedHashMap<String, Object>();
    body.put("amount", 1000);
    body.put("currency", "usd");
    body.put("payment_method", method);
    return CodeSamples.of(
        new SampleRequest("POST", url, true, Optional.empty(), Optional.of(body), Optional.empty()),
        """
        curl %s -u "$FLORIN_TEST_SECRET_KEY:" \\
          -H 'Content-Type: application/json' \\
          -d '{"amount": 1000, "currency": "usd", "payment_method": {"type": "card", "card":
              {"number": "4242424242424242", "exp_month": 12, "exp_year": 2030, "cvc": "123"}}}'\
        """
            .formatted(url),
        "sk_test_");
  }

  private Optional<Payment> newest(DashboardRequest visit) {
    var one = PageRequest.first(1);
    return payments.list(visit.realm(), PaymentFilter.ALL, one).data().stream().findFirst();
  }

  private View view(
      DashboardRequest visit, HomeRange range, List<CurrencySum> sums, LocalDate today) {
    Realm realm = visit.realm();
    Days days = range.days();
    Currency currency =
        range
            .currency()
            .or(() -> sums.stream().map(CurrencySum::currency).findFirst())
            .orElse(USUAL);
    Overview now = figures.byDay(realm, days, currency);
    var customers = new HashMap<>(figures.countCustomers(realm, days.before()));
    customers.putAll(figures.countCustomers(realm, days));
    return new View(
        onboarding.find(visit),
        new RangeView(
            range,
            today,
            currency,
            Stream.concat(sums.stream().map(CurrencySum::currency), Stream.of(currency))
                .distinct()
                .toList()),
        attention.of(visit),
        TodayFigures.of(
            figures.byHour(realm, today, days.zone(), currency),
            figures.byHour(realm, today.minusDays(1), days.zone(), currency),
            LocalTime.ofInstant(clock.instant(), days.zone())),
        HomeFigures.of(now, figures.byDay(realm, days.before(), currency), customers, today),
        Declines.of(
            now,
            figures.breakDown(realm, days, currency),
            id -> connectorName(visit, id),
            failedPath(days, currency)),
        sums.size() < 2 ? List.of() : sums,
        figures.behindSince().filter(since -> since.isBefore(clock.instant().minusSeconds(10))));
  }

  private String connectorName(DashboardRequest visit, String id) {
    return Optional.of(id)
        .filter(_ -> visit.may(Permission.VIEW_CONNECTORS))
        .flatMap(ConnectorId.KIND::parse)
        .flatMap(parsed -> connectors.find(visit.realm(), parsed))
        .map(found -> found.instance().provider().name())
        .orElseGet(() -> CodeText.of(id));
  }

  /** Returns the path of the failed payments of these days. */
  private static String failedPath(Days days, Currency currency) {
    return "/dashboard/payments?status=failed&currency=%s&from=%s&until=%s"
        .formatted(currency.code(), days.first(), days.last());
  }
}
