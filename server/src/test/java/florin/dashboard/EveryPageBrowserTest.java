package florin.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static florin.testing.DashboardClient.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import florin.app.App.Networks;
import florin.app.DemoShop;
import florin.books.LedgerChecks;
import florin.core.Id.ConnectorId;
import florin.core.Id.RequestId;
import florin.dashboard.bank.EntryExport;
import florin.dashboard.customers.CustomerListPages;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.disputes.EvidencePages;
import florin.dashboard.entry.PasskeyPages;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.list.NewsStream;
import florin.dashboard.payments.PaymentListPages;
import florin.dashboard.payments.RefundListPages;
import florin.dashboard.people.AuditPages;
import florin.dashboard.settings.CardFieldsPages;
import florin.team.Authenticator;
import florin.team.Member;
import florin.team.Role;
import florin.team.Token;
import florin.testing.Axe;
import florin.testing.BankObjects;
import florin.testing.DashboardClient;
import florin.testing.EngagedBrake;
import florin.testing.NeedsBrowser;
import florin.testing.OnEachScreen;
import florin.testing.Reply;
import florin.testing.Screen;
import florin.testing.Tab;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Opens every page of the route table, its dialogs and its collapsed sections, with the demo's
 * data. The drills add other screens and the dark theme. Each route is a test, so a new page
 * without an example fails.
 */
@NeedsBrowser(place = 0)
class EveryPageBrowserTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Routes without a page: files, parts of a page, and requests of a script. */
  private static final Set<String> NO_PAGES =
      Set.of(
          PaymentListPages.LIST.csvPath(),
          RefundListPages.LIST.csvPath(),
          CustomerListPages.LIST.csvPath(),
          DisputeListPages.LIST.csvPath(),
          EvidencePages.FILE_PATH + "/{id}",
          "/dashboard/disputes/{id}/evidence.pdf",
          "/dashboard/bank/transfers.csv",
          "/dashboard/bank/credits.csv",
          "/dashboard/bank/statements.csv",
          "/dashboard/reports.csv",
          "/dashboard/reports.xlsx",
          EntryExport.PATH,
          AuditPages.CSV_PATH,
          "/dashboard/webhooks/{id}/test-result",
          NewsStream.PATH,
          PasskeyPages.CREATION_PATH,
          PasskeyPages.REQUEST_PATH,
          SignInPages.PASSKEY_PATH,
          "/dashboard/first");

  private final Map<Screen, Tab> owners = new EnumMap<>(Screen.class);
  private final Map<Screen, Tab> strangers = new EnumMap<>(Screen.class);
  private final Map<String, List<String>> examples = new HashMap<>();
  private final Provider provider = new Provider();
  private Desk desk;
  private TestApp florin;
  private Member owner;
  private Member withFactor;

  @BeforeAll
  void open() {
    desk =
        Desk.open(
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    florin = desk.florin();
    var setup = florin.app().team().users().newSetupLink().orElseThrow();
    examples.put("/dashboard/setup/{token}", List.of("/dashboard/setup/" + setup.reveal()));
    var base = URI.create("http://127.0.0.1:" + florin.app().port());
    DemoShop.fill(florin, base, 200, 2);
    owner = DashboardClient.newMember(florin, Role.OWNER);
    withFactor = DashboardClient.newMember(florin, Role.VIEWER);
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.post("/v2/payments", "{}");
    addExamples();
    addConnectors();
    addLinks();
    Screen.ofEachPage()
        .forEach(screen -> {
          owners.put(screen, desk.as(owner, screen));
          strangers.put(screen, desk.stranger(screen));
        });
    awaitFigures();
  }

  @AfterAll
  void close() {
    owners.values().forEach(Tab::close);
    strangers.values().forEach(Tab::close);
    desk.close();
    provider.close();
  }

  @TestFactory
  Stream<DynamicTest> every_page_of_the_table_can_be_read_and_used_by_everybody() {
    var routes = florin.app().dashboard();
    return Stream.concat(
        routes.table().stream()
            .filter(route -> !route.isPost() && !NO_PAGES.contains(route.template()))
            .map(route -> dynamicTest(route.template(), () -> look(route.template(), owners))),
        routes.open().stream()
            .filter(route -> !route.isPost() && !NO_PAGES.contains(route.template()))
            .map(route -> dynamicTest(route.template(), () -> look(route.template(), strangers))));
  }

  private void look(String template, Map<Screen, Tab> tabs) {
    List<String> paths =
        template.contains("{") ? examples.getOrDefault(template, List.of()) : List.of(template);
    assertThat(paths).as("addresses of pages of " + template).isNotEmpty();
    tabs.values()
        .forEach(tab ->
            paths.forEach(path -> {
              if (path.equals(SignInPages.CODE_PATH)) {
                takeTheFirstStep(tab);
              }
              tab.go(path);
              assertThat(tab.page().url()).as("address after redirects").endsWith(path);
              Axe.look(tab);
            }));
  }

  private void takeTheFirstStep(Tab tab) {
    tab.go("/dashboard/sign-in").fill("Email", withFactor.user().email());
    tab.fill("Password", PASSWORD).press("Sign in").title("Enter your code");
  }

  @OnEachScreen
  void expanded_content_is_readable_and_usable_too(Screen screen) {
    // A session this new doesn't have to confirm its password.
    try (Tab tab = desk.as(owner, screen)) {
      unfold(tab, screen);
    }
  }

  private void unfold(Tab tab, Screen screen) {
    tab.go("/dashboard/keys").follow("Create key");
    Axe.look(tab);
    tab.fill("Name", "For axe " + screen).press("Create key").sees("Key created.");
    Axe.look(tab);
    tab.follow("Manage For axe " + screen);
    Axe.look(tab);
    tab.go("/dashboard/team").follow("Invite").fill("Email", "axe-" + screen + "@example.com");
    Axe.look(tab);
    tab.press("Create link").sees("Send the link to");
    Axe.look(tab);
    tab.unfold("Your account").sees("Sign out");
    Axe.look(tab);
    tab.go("/dashboard").unfold("Metrics by day");
    Axe.look(tab);
    tab.go(examples.getOrDefault("/dashboard/webhooks/{id}", List.of()).getFirst());
    tab.follow("Resend…");
    Axe.look(tab);
    tab.press("Cancel").follow("Verify signature…");
    Axe.look(tab);
    tab.page().keyboard().press("Escape");
    tab.unfold("More").follow("Rotate secret…").press("Rotate");
    tab.sees("Secret rotated.");
    Axe.look(tab);
    tab.go("/dashboard/fraud/lists").follow("Add entry").fill("Value", "none").press("Add entry");
    tab.sees("Must be the fingerprint of a card");
    Axe.look(tab);
    tab.go("/dashboard/webhooks/new").page().getByLabel("All events").uncheck();
    tab.unfold("Selected types");
    Axe.look(tab);
  }

  @OnEachScreen
  void the_dialogs_of_a_payment_can_be_read_and_used_too(Screen screen) {
    Tab tab = of(screen);
    tab.go(newest("succeeded")).unfold("Technical details").follow("Refund…");
    Axe.look(tab);
    tab.fill("Amount in USD", "1000000.00").press("Refund").sees("Enter at most");
    Axe.look(tab);
    tab.go(newest("requires_capture")).follow("Capture…");
    Axe.look(tab);
    tab.go(newest("requires_capture")).follow("Cancel payment…");
    Axe.look(tab);
  }

  @Test
  void the_folded_menu_can_be_read_and_used_too() {
    try (Tab tab = desk.as(owner, Screen.PHONE)) {
      tab.go("/dashboard/payments").page().getByLabel("Menu").click();
      tab.sees("Audit log");
      Axe.look(tab);
    }
  }

  @OnEachScreen
  void forms_that_were_filled_in_wrongly_can_be_read_and_used_too(Screen screen) {
    Tab tab = of(screen);
    tab.go("/dashboard/payments?q=a+white+whale&currency=xxx")
        .sees(
            "Search by ID, order number, last four digits, amount (12.34 usd), email address, transfer reference or metadata (order:1001), or by several of them (4242 12.34). Descriptions are not searched.");
    Axe.look(tab);
    tab.go("/dashboard/requests?q=req_1&path=x")
        .sees("A request ID has 26 characters after req_, as in the Request-Id header.");
    Axe.look(tab);
    tab.go("/dashboard/settings").fill("Support email optional", "a@b").press("Save");
    tab.sees("Must be");
    Axe.look(tab);
    Tab stranger = Objects.requireNonNull(strangers.get(screen));
    stranger.go("/dashboard/sign-in").fill("Email", "nobody@example.com");
    stranger.fill("Password", "nothing").press("Sign in").sees("Wrong email address or password.");
    Axe.look(stranger);
  }

  @OnEachScreen
  void an_empty_account_and_live_mode_can_be_read_and_used_too(Screen screen) {
    try (Tab tab = desk.as(owner, screen)) {
      tab.go("/dashboard");
      if (screen == Screen.PHONE) {
        tab.unfold("Your account");
      }
      tab.press("Live").sees("1 of 7 checks passed.");
      Axe.look(tab);
      for (String part :
          List.of(
              "payments", "customers", "events", "webhooks", "connectors", "keys", "requests")) {
        tab.go("/dashboard/" + part).sees("No ");
        Axe.look(tab);
      }
    }
  }

  @OnEachScreen
  void the_docs_can_be_read_and_used_too(Screen screen) {
    try (Tab tab = desk.stranger(screen)) {
      tab.go("/docs").page().keyboard().press("/");
      Axe.look(tab);
      tab.page().keyboard().type("createRefund reason");
      Locator first = tab.page().locator("#found a").first();
      assertThat(first).containsText("Create a refund");
      tab.page().keyboard().press("ArrowDown");
      assertThat(first).isFocused();
      tab.page().keyboard().press("Enter");
      tab.title("Refunds");
      Axe.look(tab);
      choosesALanguage(tab);
      tab.go("/docs/concepts/payment-lifecycle").title("Payment lifecycle");
      Axe.look(tab);
      tab.go("/docs/search?q=refund").sees("results for");
      Axe.look(tab);
      tab.go("/docs/licences").sees("htmx");
      Axe.look(tab);
    }
  }

  /** All examples of the page switch to the language, and the next page keeps it. */
  private static void choosesALanguage(Tab tab) {
    Locator curl = tab.page().locator(".panel.in-curl").first();
    Locator node = tab.page().locator(".panel.in-node").first();
    assertThat(curl).isVisible();
    assertThat(node).isHidden();
    tab.page().getByText("Node", new Page.GetByTextOptions().setExact(true)).first().click();
    assertThat(node).isVisible();
    assertThat(curl).isHidden();
    tab.go("/docs/reference/api/customers").title("Customers");
    assertThat(node).isVisible();
  }

  @OnEachScreen
  void explanations_of_permissions_and_password_pages_are_readable_too(Screen screen) {
    try (Tab tab = desk.as(Role.VIEWER, screen)) {
      tab.go("/dashboard/keys").title("Your role doesn't allow this");
      Axe.look(tab);
      desk.florin().update("UPDATE session SET confirmed_at = now() - interval '6 minutes'");
      tab.go("/dashboard/security").press("Set up").title("Confirm your identity");
      Axe.look(tab);
    }
    try (Tab tab = desk.as(withFactor, screen)) {
      tab.go("/dashboard/security").sees("10 of 10 recovery codes are left.");
      Axe.look(tab);
    }
  }

  @OnEachScreen
  void the_pages_for_payers_can_be_read_and_used_too(Screen screen) {
    Reply paid = florin.post("/v2/payments", TestApp.payment(4200, "4242424242424242"));
    Reply challenged = florin.post("/v2/payments", TestApp.payment(4200, "4000000000003220"));
    try (Tab tab = desk.stranger(screen)) {
      tab.go(path(paid.text("/receipt_url"))).title("$42.00");
      Axe.look(tab);
      tab.go(path(challenged.text("/next_action/redirect_to_url/url"))).title("$42.00");
      Axe.look(tab);
      tab.press("Complete").sees("Your payment is confirmed");
      Axe.look(tab);
    }
  }

  private void addExamples() {
    EngagedBrake.in(florin);
    florin.post(
        "/v2/lists/block",
        "{\"kind\": \"email\", \"value\": \"mallory@example.com\", \"reason\": \"Chargebacks\"}");
    examples.put(
        "/dashboard/payments/{id}",
        Stream.concat(
                Stream.of("succeeded", "failed", "requires_capture", "canceled", "requires_action")
                    .map(this::newest),
                Stream.of("?tab=events", "?tab=requests", "?tab=json", "?edit=details")
                    .map(newest("succeeded")::concat))
            .toList());
    examples.put(
        CardFieldsPages.PATH,
        List.of(
            CardFieldsPages.PATH.replace(
                "{id}",
                elements("/v2/keys")
                    .filter(key -> key.path("kind").asString("").equals("publishable"))
                    .findFirst()
                    .orElseThrow()
                    .path("id")
                    .asString(""))));
    String customer =
        elements("/v2/payments?limit=100")
            .map(payment -> payment.path("customer").asString(""))
            .filter(id -> !id.isEmpty())
            .findFirst()
            .orElseThrow();
    examples.put(
        "/dashboard/customers/{id}",
        List.of(
            "/dashboard/customers/" + customer,
            "/dashboard/customers/" + customer + "?dialog=card",
            "/dashboard/customers/" + customer + "?dialog=charge"));
    examples.put(
        "/dashboard/customers/{id}/edit", List.of("/dashboard/customers/" + customer + "/edit"));
    examples.put(
        "/dashboard/disputes/{id}",
        elements("/v2/disputes?limit=10")
            .map(dispute -> "/dashboard/disputes/" + dispute.path("id").asString(""))
            .flatMap(path -> Stream.of(path, path + "?dialog=accept"))
            .toList());
    examples.put(
        "/dashboard/events/{id}", List.of("/dashboard/events/" + first("/v2/events?limit=1")));
    examples.put(
        "/dashboard/webhooks/{id}",
        elements("/v2/webhook_endpoints?limit=100")
            .map(endpoint -> "/dashboard/webhooks/" + endpoint.path("id").asString(""))
            .toList());
    examples.put(
        "/dashboard/webhooks/{id}/edit", List.of(example("/dashboard/webhooks/{id}") + "/edit"));
    examples.put(
        "/dashboard/webhooks/deliveries/{id}",
        elements("/v2/webhook_endpoints?limit=100")
            .flatMap(endpoint ->
                elements(
                    "/v2/webhook_endpoints/"
                        + endpoint.path("id").asString("")
                        + "/deliveries?limit=1"))
            .map(delivery -> "/dashboard/webhooks/deliveries/" + delivery.path("id").asString(""))
            .toList());
    examples.put(
        "/dashboard/payouts/{id}",
        withDialog(
            "/dashboard/payouts/" + LedgerChecks.settle(florin.client()).text("/payouts/0/id"),
            "confirm"));
    String ended = "/dashboard/reports?month=" + YearMonth.now(ZoneOffset.UTC).minusMonths(2);
    examples.put("/dashboard/reports", List.of("/dashboard/reports", ended + "&dialog=close"));
    addCheckout();
    examples.put("/dashboard/{unknown}", List.of("/dashboard/nothing"));
  }

  /** Adds connectors as drafts, so that no payment is routed to them. One of them has webhooks. */
  private void addConnectors() {
    String id = "";
    for (String key : List.of(Provider.API_KEY, "a key that nobody knows")) {
      String body =
          "{\"kind\": \"test_provider\", \"name\": \"Main account\", \"settings\": {\"address\": \"%s\"}, \"credentials\": {\"key\": \"%s\"}}"
              .formatted(provider.address(), key);
      id = florin.post("/v2/connectors", body).text("/id");
      assertThat(florin.post("/v2/connectors/" + id + "/check", "").status()).isEqualTo(200);
    }
    florin.update(
        """
        INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, external_id, reference, kind, body, received_at)
        SELECT a.realm_id, gen_random_uuid(), ?, a.id::text, 'ob_1234567890', a.id, 'payment.succeeded', '', a.created_at
          FROM attempt a
         ORDER BY a.id DESC
         LIMIT 40\
        """,
        ConnectorId.KIND.parse(id).orElseThrow().uuid());
    examples.put(
        "/dashboard/connectors/{id}",
        elements("/v2/connectors")
            .map(connector -> "/dashboard/connectors/" + connector.path("id").asString(""))
            .toList());
    examples.put(
        "/dashboard/connectors/{id}/edit", List.of("/dashboard/connectors/" + id + "/edit"));
  }

  private static List<String> withDialog(String path, String dialog) {
    return List.of(path, path + "?dialog=" + dialog);
  }

  /** Simulates a refund that the bank booked with another amount, and returns its end-to-end ID. */
  private String bookedOtherwise() {
    return florin
        .query(
            "UPDATE outgoing_transfer SET state = 'other_amount', entry_id = (SELECT id FROM bank_entry ORDER BY id LIMIT 1) WHERE state = 'ordered' RETURNING end_to_end_id")
        .getFirst();
  }

  private void addCheckout() {
    Map<String, String> bank = BankObjects.of(florin.client());
    examples.put(
        "/dashboard/bank/transfers/{id}",
        withDialog(
            "/dashboard/bank/transfers/" + bank.get("/v2/unmatched_transfers/{id}"), "return"));
    examples.put(
        "/dashboard/bank/payment-files/{id}",
        withDialog(
            "/dashboard/bank/payment-files/" + bank.get("/v2/payment_files/{id}"),
            "declare-" + bookedOtherwise()));
    examples.put(
        "/dashboard/bank/credits/{id}",
        List.of("/dashboard/bank/credits/" + bank.get("/v2/customer_credits/{id}")));
    examples.put(
        "/dashboard/bank/statements/{id}",
        List.of("/dashboard/bank/statements/" + bank.get("/v2/bank_statements/{id}")));
    String account = "/dashboard/bank-accounts/" + first("/v2/receiving_accounts");
    examples.put("/dashboard/bank-accounts/{id}", List.of(account));
    examples.put("/dashboard/bank-accounts/{id}/edit", List.of(account + "/edit"));
    String lines =
        """
        {"currency": "eur", "line_items": [{"name": "Tea", "quantity": 3, "amount": 450}, {"name": "Cup", "quantity": 1, "amount": 900}],
         "success_url": "https://shop.example/thanks", "cancel_url": "https://shop.example/cart", "metadata": {"order": "7"}}
        """;
    examples.put(
        "/dashboard/checkout/{id}",
        List.of("/dashboard/checkout/" + florin.post("/v2/checkout_sessions", lines).text("/id")));
    examples.put(
        "/dashboard/payment-links/{id}",
        Stream.of(
                "\"amount\": 500, \"max_payments\": 3",
                "\"customer_chooses\": {\"min\": 100, \"max\": 5000}, \"active\": false")
            .map(price ->
                "{\"currency\": \"usd\", \"description\": \"Raffle ticket\", " + price + "}")
            .map(link ->
                "/dashboard/payment-links/" + florin.post("/v2/payment_links", link).text("/id"))
            .toList());
  }

  /** Adds the pages behind one-time links and behind the first step of a sign-in. */
  private void addLinks() {
    var team = florin.app().team();
    var user = withFactor.user();
    examples.put(
        "/dashboard/reset/{token}",
        List.of("/dashboard/reset/" + team.resets().newLink(user, false).reveal()));
    team.secondFactors().begin(owner.user());
    team.secondFactors().begin(user);
    String secret = team.secondFactors().findUnconfirmed(user).orElseThrow();
    assertThat(team.secondFactors().turnOn(user, Authenticator.code(secret))).isPresent();
    try (var client = DashboardClient.of(florin, owner)) {
      var cookie = Objects.requireNonNull(client.cookies().get(client.sessionCookie()));
      var session = team.sessions().find(Token.parse(cookie).orElseThrow()).orElseThrow();
      var link =
          team.invitations()
              .invite(session, "joan@example.com", Role.ADMIN, _ -> true)
              .orElseThrow();
      examples.put(
          "/dashboard/invitations/{token}", List.of("/dashboard/invitations/" + link.reveal()));
    }
  }

  private void awaitFigures() {
    try (var client = DashboardClient.of(florin, owner)) {
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() ->
              client.get("/dashboard").body().contains("Why payments failed")
                  && !florin
                      .query("SELECT id FROM request_log WHERE error_code = 'parameter_missing'")
                      .isEmpty());
    }
    String logged =
        florin
            .query("SELECT id FROM request_log WHERE error_code IS NOT NULL ORDER BY id LIMIT 1")
            .getFirst();
    examples.put(
        "/dashboard/requests/{id}",
        List.of("/dashboard/requests/" + new RequestId(UUID.fromString(logged)).text()));
  }

  private String newest(String status) {
    return "/dashboard/payments/"
        + first("/v2/payments?limit=1&payment_method_type=card&status=" + status);
  }

  private String first(String list) {
    return elements(list).findFirst().orElseThrow().path("id").asString("");
  }

  private Stream<JsonNode> elements(String list) {
    Reply reply = florin.get(list);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return StreamSupport.stream(reply.json().path("data").spliterator(), false);
  }

  private String example(String template) {
    return examples.getOrDefault(template, List.of()).getFirst();
  }

  private Tab of(Screen screen) {
    return Objects.requireNonNull(owners.get(screen));
  }

  private static String path(String url) {
    return URI.create(url).getRawPath();
  }
}
