package florin.bench.pages;

import florin.bench.rows.Beside;
import florin.bench.rows.Stock;
import florin.core.Id;
import florin.core.Id.CustomerId;
import florin.core.Id.DeliveryId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Every page of the dashboard with typical requests: filters and searches with many, one, or no
 * results; first pages and pages in the middle.
 */
public final class Pages {
  private static final int TIMES = 25;
  private static final String PAYMENTS = "/dashboard/payments";
  private static final String FOUND = "href=\"/dashboard/payments/pay_";
  private static final String NOTHING = "No matching payments";
  private static final String NO_RESULTS = "No results for “";

  private final Stock stock;
  private final Visitor visitor;
  private final String endpoint;

  private Pages(Stock stock, Visitor visitor, Beside beside) {
    this.stock = stock;
    this.visitor = visitor;
    this.endpoint = "/dashboard/webhooks/" + beside.endpoint().text();
  }

  /**
   * Returns the pages.
   *
   * @param visitor finds some events on the pages of their payments
   */
  public static List<PageVisit> of(Stock stock, Beside beside, Visitor visitor) throws IOException {
    var pages = new Pages(stock, visitor, beside);
    return Stream.of(
            pages.home(),
            pages.payments(),
            pages.searches(),
            pages.customers(),
            pages.events(),
            pages.webhooks(),
            bank(),
            pages.others())
        .flatMap(List::stream)
        .toList();
  }

  private List<PageVisit> home() {
    String mark = "Needs attention";
    return List.of(
        PageVisit.of("home", "/dashboard", mark),
        PageVisit.of("home, 7 days", "/dashboard?days=7&currency=eur", mark),
        PageVisit.of("home, 90 days", "/dashboard?days=90&currency=usd", mark),
        PageVisit.of("first payment", "/dashboard/first", "Your first payment has arrived."));
  }

  private List<PageVisit> payments() {
    List<PaymentId> some = some(stock.payments());
    return List.of(
        PageVisit.of("payments", PAYMENTS, FOUND),
        PageVisit.of("payments, a middle page", after(PAYMENTS, PaymentId::new), FOUND),
        PageVisit.of("payments, oldest first", PAYMENTS + "?order=oldest", FOUND),
        PageVisit.of("failed payments", PAYMENTS + "?status=failed", FOUND),
        PageVisit.of("succeeded payments", PAYMENTS + "?status=succeeded", FOUND),
        PageVisit.of(
            "payments that wait for the payer", PAYMENTS + "?status=requires_action", NOTHING),
        PageVisit.of("payments in jpy", PAYMENTS + "?currency=jpy", FOUND),
        PageVisit.of("payments in isk", PAYMENTS + "?currency=isk", NOTHING),
        PageVisit.of("payments of a day", days("%s?date=custom&from=%s&until=%s"), FOUND),
        PageVisit.of(
            "failed payments of a day in eur",
            days("%s?date=custom&from=%s&until=%s&status=failed&currency=eur"),
            ""),
        PageVisit.of(
            "payments by amount", PAYMENTS + "?currency=usd&amount_from=10&amount_to=20", FOUND),
        PageVisit.of("payments by a frequent brand", PAYMENTS + "?brand=visa", FOUND),
        PageVisit.of("payments by an unused brand", PAYMENTS + "?brand=unionpay", ""),
        PageVisit.of(
            "payments by decline reason",
            List.of(
                PAYMENTS + "?reason=insufficient_funds",
                PAYMENTS + "?status=failed&reason=lost_card"),
            ""),
        PageVisit.of("payments by connector", PAYMENTS + "?connector=simulator", FOUND),
        PageVisit.of("disputed payments", PAYMENTS + "?status=disputed", ""),
        PageVisit.of("expiring authorizations", PAYMENTS + "?attention=capture_within_24h", ""),
        PageVisit.of("overdue payments", PAYMENTS + "?attention=overdue", ""),
        PageVisit.of("a payment", paths(PAYMENTS, some), "Timeline"),
        PageVisit.of("a payment's events", tabs(some, "events"), "evt_"),
        PageVisit.of("a payment's requests", tabs(some, "requests"), ""),
        PageVisit.of("a payment in JSON", tabs(some, "json"), "pay_"),
        PageVisit.of("a new test payment", PAYMENTS + "/new", "Create test payment"),
        PageVisit.of("refunds", PAYMENTS + "/refunds", FOUND),
        PageVisit.of("refunds, a middle page", after(PAYMENTS + "/refunds", RefundId::new), FOUND));
  }

  private static List<String> tabs(List<PaymentId> payments, String tab) {
    return paths(PAYMENTS, payments).stream().map(path -> path + "?tab=" + tab).toList();
  }

  private List<PageVisit> searches() {
    String box = "/dashboard/search?q=";
    return List.of(
        search("by id", some(stock.payments()).stream().map(Id::text).toList(), FOUND),
        search("by customer id", some(stock.customers()).stream().map(Id::text).toList(), FOUND),
        search("by e-mail", numbers().mapToObj(stock::email).toList(), FOUND),
        search("by an unknown e-mail", List.of("unknown@example.com"), NO_RESULTS),
        search("by metadata", numbers().mapToObj(n -> "order:order-" + n).toList(), FOUND),
        search("by metadata of all payments", List.of("channel:web"), FOUND),
        search("by unknown metadata", List.of("order:none"), NO_RESULTS),
        search("by last4", List.of("0505", "4242"), FOUND),
        search("by unknown last4", List.of("9999"), NO_RESULTS),
        search("by amount", List.of("12.34 usd", "250 usd", "1,000 jpy"), ""),
        search("by an unknown amount", List.of("999999.99"), NO_RESULTS),
        PageVisit.of(
            "search by last4, failed payments in usd",
            PAYMENTS + "?q=0002&status=failed&currency=usd",
            FOUND),
        PageVisit.of(
            "search box: an order number",
            numbers().mapToObj(n -> box + "order-" + n).toList(),
            FOUND),
        PageVisit.of(
            "search box: an e-mail",
            numbers().mapToObj(n -> box + Visitor.encoded(stock.email(n))).toList(),
            FOUND),
        PageVisit.of("search box: digits, an amount", List.of(box + "4242", box + "250"), ""),
        PageVisit.of("search box: a frequent word", box + "example", "/dashboard/customers/cus_"),
        PageVisit.of("search box: no match", box + "xyzzy", NO_RESULTS));
  }

  private List<PageVisit> customers() {
    List<CustomerId> some = some(stock.customers());
    return List.of(
        PageVisit.of("customers", "/dashboard/customers", "/dashboard/customers/cus_"),
        PageVisit.of(
            "customers, a middle page",
            after("/dashboard/customers", CustomerId::new),
            "/dashboard/customers/cus_"),
        PageVisit.of(
            "customers by e-mail",
            numbers()
                .mapToObj(n -> "/dashboard/customers?q=" + Visitor.encoded(stock.email(n)))
                .toList(),
            "/dashboard/customers/cus_"),
        PageVisit.of(
            "customers by an unknown e-mail",
            "/dashboard/customers?q=unknown@example.org",
            NO_RESULTS),
        PageVisit.of("a new customer", "/dashboard/customers/new", "Create customer"),
        PageVisit.of("a customer", paths("/dashboard/customers", some), FOUND),
        PageVisit.of(
            "a customer's form",
            paths("/dashboard/customers", some).stream().map(path -> path + "/edit").toList(),
            "Edit"));
  }

  private List<PageVisit> events() throws IOException {
    String list = "/dashboard/events";
    String row = "href=\"/dashboard/events/evt_";
    var one = new ArrayList<String>();
    for (PaymentId payment : some(stock.payments()).subList(0, 5)) {
      one.add(list + "/" + eventOf(payment));
    }
    return List.of(
        PageVisit.of("events", list, row),
        PageVisit.of("events, a middle page", after(list, EventId::new), row),
        PageVisit.of("events of failures", list + "?type=payment.failed", row),
        PageVisit.of("events of an unused type", list + "?type=payment.canceled", ""),
        PageVisit.of(
            "events of a payment",
            some(stock.payments()).stream().map(id -> list + "?object_id=" + id).toList(),
            row),
        PageVisit.of("an event", one, "evt_"));
  }

  /** Returns the event that the payment's page links to. */
  private String eventOf(PaymentId payment) throws IOException {
    String page = visitor.see(PAYMENTS + "/" + payment + "?tab=events").body();
    Matcher found = Pattern.compile("evt_[0-9a-z]{26}").matcher(page);
    if (!found.find()) {
      throw new IOException("the page of " + payment + " links to no event");
    }
    return found.group();
  }

  private List<PageVisit> webhooks() throws IOException {
    String delivery = "/dashboard/webhooks/deliveries/";
    String row = "href=\"" + delivery;
    List<String> some = linked(endpoint, delivery);
    return List.of(
        PageVisit.of("webhooks", "/dashboard/webhooks", "href=\"" + endpoint),
        PageVisit.of("a new endpoint", "/dashboard/webhooks/new", "Add endpoint"),
        PageVisit.of("an endpoint", endpoint, row),
        PageVisit.of("an endpoint, a middle page", after(endpoint, DeliveryId::new), row),
        PageVisit.of("an endpoint's exhausted deliveries", endpoint + "?status=exhausted", row),
        PageVisit.of(
            "an endpoint's pending deliveries", endpoint + "?status=pending", "No deliveries"),
        PageVisit.of("an endpoint's form", endpoint + "/edit", "Edit endpoint"),
        PageVisit.of("a delivery", some, "evt_"));
  }

  /** Returns the paths of single objects that a list links to. */
  private List<String> linked(String page, String path) throws IOException {
    List<String> found =
        Pattern.compile(Pattern.quote(path) + "[a-z]+_[0-9a-z]{26}")
            .matcher(visitor.see(page).body())
            .results()
            .map(MatchResult::group)
            .distinct()
            .toList();
    if (found.isEmpty()) {
      throw new IOException(page + " links to nothing under " + path);
    }
    return found;
  }

  private static List<PageVisit> bank() {
    return List.of(
        PageVisit.of("bank tasks", "/dashboard/bank", "Bank transfers"),
        PageVisit.of("unmatched transfers", "/dashboard/bank/transfers", "Bank transfers"),
        PageVisit.of("customer credits", "/dashboard/bank/credits", "Bank transfers"),
        PageVisit.of("all transfers", "/dashboard/bank/transfers?status=all", "Bank transfers"),
        PageVisit.of("bank statements", "/dashboard/bank/statements", "Bank transfers"),
        PageVisit.of("payment files", "/dashboard/bank/payment-files", "Payment files"),
        PageVisit.of("a statement's upload", "/dashboard/bank/statements/upload", "Upload"),
        PageVisit.of("bank accounts", "/dashboard/bank-accounts", "Bank accounts"),
        PageVisit.of("a new bank account", "/dashboard/bank-accounts/new", "Add bank account"));
  }

  private List<PageVisit> others() throws IOException {
    String requests = "/dashboard/requests";
    String row = "req_";
    return List.of(
        PageVisit.of("requests", requests, row),
        PageVisit.of("requests, a middle page", after(requests, RequestId::new), ""),
        PageVisit.of("requests with client errors", requests + "?status=client_error", row),
        PageVisit.of("requests with server errors", requests + "?status=server_error", ""),
        PageVisit.of("requests by id", requests + "?q=" + new RequestId(new UUID(7, 7)), ""),
        PageVisit.of("a request", linked(requests, requests + "/"), row),
        PageVisit.of("keys", "/dashboard/keys", "API keys"),
        PageVisit.of("team", "/dashboard/team", "owner@example.com"),
        PageVisit.of("audit log", "/dashboard/audit", "session.sign_in"),
        PageVisit.of("settings", "/dashboard/settings", "Statement descriptor"),
        PageVisit.of("branding", "/dashboard/branding", "Branding"),
        PageVisit.of("preferences", "/dashboard/preferences", "Preferences"),
        PageVisit.of("style guide", "/dashboard/styleguide", ""),
        PageVisit.of("checkout", "/dashboard/checkout", "Checkout"),
        PageVisit.of("payment links", "/dashboard/payment-links", "Payment links"),
        PageVisit.of("a new link", "/dashboard/payment-links/new", "Create payment link"),
        PageVisit.of("connectors", "/dashboard/connectors", "Connectors"),
        PageVisit.of("a new connector", "/dashboard/connectors/new", "Add connector"),
        PageVisit.of("security", "/dashboard/security", "Active sessions"),
        PageVisit.of("protection", "/dashboard/security/protect", "Protect your account"),
        new PageVisit("no page", List.of("/dashboard/nothing"), 404, "Page not found"),
        new PageVisit("sign-in, signed in", List.of("/dashboard/sign-in"), 303, ""));
  }

  private static PageVisit search(String how, List<String> terms, String mark) {
    return PageVisit.of(
        "search " + how,
        terms.stream().map(term -> PAYMENTS + "?q=" + Visitor.encoded(term)).toList(),
        mark);
  }

  private static List<String> paths(String path, List<? extends Id> ids) {
    return ids.stream().map(id -> path + "/" + id.text()).toList();
  }

  /**
   * Returns pages in the middle of a list, after ids as old as some payments. All lists are sorted
   * by the time in the id.
   */
  private List<String> after(String path, Function<UUID, Id> kind) {
    List<PaymentId> all = stock.payments();
    return LongStream.rangeClosed(1, TIMES)
        .mapToObj(i -> all.get((int) (all.size() / 4 + i * (all.size() / 2) / TIMES)))
        .map(payment -> path + "?starting_after=" + kind.apply(payment.uuid()).text())
        .toList();
  }

  private List<String> days(String format) {
    return numbers()
        .mapToObj(stock::made)
        .map(made -> LocalDate.ofInstant(made, ZoneOffset.UTC))
        .map(day -> format.formatted(PAYMENTS, day, day))
        .distinct()
        .toList();
  }

  private LongStream numbers() {
    return LongStream.range(1, TIMES).map(i -> i * stock.size() / TIMES);
  }

  private static <T> List<T> some(List<T> all) {
    return LongStream.range(0, TIMES)
        .mapToObj(i -> all.get((int) (i * all.size() / TIMES)))
        .toList();
  }
}
