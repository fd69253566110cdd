package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.core.Id.BankEntryId;
import florin.core.Id.RequestId;
import florin.dashboard.disputes.DisputeListPages;
import florin.dashboard.disputes.EvidencePages;
import florin.dashboard.entry.PasskeyPages;
import florin.dashboard.entry.SignInPages;
import florin.dashboard.list.NewsStream;
import florin.dashboard.pipeline.DashboardRoute;
import florin.dashboard.pipeline.OpenRoute;
import florin.dashboard.settings.BrandingPages;
import florin.mail.SmtpServer;
import florin.payment.evidence.EvidenceField;
import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.team.Token;
import florin.testing.BankObjects;
import florin.testing.DashboardClient;
import florin.testing.Dom;
import florin.testing.NaughtyStrings;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.provider.ProviderKind;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Enters difficult texts into every field of every form of the dashboard. Florin may accept a text,
 * reject it, show it again in its field or quote it in a message. The page must have the same
 * structure as with a harmless text. The test collects the forms from the pages of the route table.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TakesLong
class TextInFormsTest {
  /** A harmless text that is too long for every field except a private key. */
  private static final String TOO_LONG = "harmless ".repeat(300).strip();

  /**
   * A harmless text that is too long for a connector's private key. It exceeds the limit of the
   * form, because the key's format check rejects all other texts. A query string has no room for
   * it.
   */
  private static final String TOO_LONG_FOR_A_KEY = "harmless ".repeat(1_000).strip();

  /**
   * A harmless text that is too long for a filter. One query string holds all filters of a list.
   */
  private static final String TOO_LONG_FOR_A_FILTER = "harmless ".repeat(70).strip();

  private static final Set<String> NO_PAGES =
      Set.of(
          NewsStream.PATH,
          BrandingPages.PREVIEW_PATH, // a page for payers
          "/dashboard/webhooks/{id}/test-result",
          PasskeyPages.CREATION_PATH,
          PasskeyPages.REQUEST_PATH,
          EvidencePages.FILE_PATH + "/{id}",
          DisputeListPages.PATH + "/{id}/evidence.pdf",
          SignInPages.PASSKEY_PATH);

  private static final String OTHER = "not the same password";

  /**
   * An address without a listener. Florin doesn't call the provider of a draft before its check.
   */
  private static final String PROVIDER = "http://127.0.0.1:9";

  private static final String EVIDENCE = "POST /dashboard/disputes/{id}/evidence ";

  /** A text that all texts of evidence reject. Together they have no room for longer ones. */
  private static final String CARD_NUMBER = "harmless 4242424242424242";

  /** A valid text for each typed field. Passwords are never changed. */
  private static final Map<String, String> TAKEN =
      texts(
          Map.ofEntries(
              Map.entry("POST /dashboard/sign-in email", "jo@example.com"),
              Map.entry("POST /dashboard/sign-in password", OTHER),
              Map.entry("POST /dashboard/sign-in/code code", "123456"),
              Map.entry("POST /dashboard/setup/{token} email", "jo@example.com"),
              Map.entry("POST /dashboard/setup/{token} name", "Jo"),
              Map.entry("POST /dashboard/setup/{token} password", DashboardClient.PASSWORD),
              Map.entry("POST /dashboard/setup/{token} password_again", OTHER),
              Map.entry("POST /dashboard/invitations/{token} name", "Jo"),
              Map.entry("POST /dashboard/invitations/{token} password", DashboardClient.PASSWORD),
              Map.entry("POST /dashboard/invitations/{token} password_again", OTHER),
              Map.entry("POST /dashboard/reset email", "jo@example.com"),
              Map.entry("POST /dashboard/reset/{token} password", DashboardClient.PASSWORD),
              Map.entry("POST /dashboard/reset/{token} password_again", OTHER),
              Map.entry("POST /dashboard/security/password current_password", OTHER),
              Map.entry("POST /dashboard/security/password password", DashboardClient.PASSWORD),
              Map.entry("POST /dashboard/security/password password_again", OTHER),
              Map.entry("POST /dashboard/security/second-factor/enable code", "no code"),
              Map.entry("POST /dashboard/security/passkeys name", "My phone"),
              Map.entry("POST /dashboard/keys name", "The shop's server"),
              Map.entry("POST /dashboard/keys scopes", "payments:read"),
              Map.entry("POST /dashboard/keys daily_limits", ""),
              Map.entry("POST /dashboard/keys addresses", ""),
              Map.entry(
                  "POST /dashboard/keys/{id}/card-fields allowed_origins", "https://shop.example"),
              Map.entry("POST /dashboard/team/invitations email", "jo@example.com"),
              Map.entry("POST /dashboard/settings name", "A shop"),
              Map.entry("POST /dashboard/settings address", "1 Orchard House"),
              Map.entry("POST /dashboard/settings support_email", "help@example.com"),
              Map.entry("POST /dashboard/settings terms_url", "https://example.com/terms"),
              Map.entry("POST /dashboard/settings privacy_url", "https://example.com/privacy"),
              Map.entry("POST /dashboard/settings statement_descriptor", "A SHOP"),
              Map.entry("POST /dashboard/settings/time-zone time_zone", "Europe/Berlin"),
              Map.entry("POST /dashboard/branding accent", "#336699"),
              Map.entry("POST /dashboard/connectors/new name", "Main account"),
              Map.entry("POST /dashboard/connectors/new settings.address", PROVIDER),
              Map.entry("POST /dashboard/connectors/new credentials.key", "a key"),
              Map.entry("POST /dashboard/connectors/new settings.hosted", "yes"),
              Map.entry("POST /dashboard/connectors/new settings.takes_no_cards", "yes"),
              Map.entry("POST /dashboard/connectors/new settings.saves", "yes"),
              Map.entry("POST /dashboard/connectors/new settings.deadline", "PT25S"),
              Map.entry("POST /dashboard/connectors/new settings.stand_in", "yes"),
              Map.entry("POST /dashboard/connectors/new credentials.webhooks", "a secret"),
              Map.entry("POST /dashboard/connectors/{id}/edit name", "Main account"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.address", PROVIDER),
              Map.entry("POST /dashboard/connectors/{id}/edit credentials.key", "a key"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.hosted", "yes"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.takes_no_cards", "yes"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.saves", "yes"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.deadline", "PT25S"),
              Map.entry("POST /dashboard/connectors/{id}/edit settings.stand_in", "yes"),
              Map.entry("POST /dashboard/connectors/{id}/edit credentials.webhooks", "a secret"),
              Map.entry("POST /dashboard/bank-accounts/new holder", "Shop GmbH"),
              Map.entry("POST /dashboard/bank-accounts/new iban", "DE02120300000000202051"),
              Map.entry("POST /dashboard/bank-accounts/new bic", "BYLADEM1001"),
              Map.entry("POST /dashboard/bank-accounts/{id}/edit holder", "Shop GmbH"),
              Map.entry("POST /dashboard/bank-accounts/{id}/edit bic", "BYLADEM1001"),
              Map.entry("POST /dashboard/bank/transfers/{id}/assign payment", "pay_01"),
              Map.entry("POST /dashboard/bank/transfers/{id}/assign payout", "po_01"),
              Map.entry("POST /dashboard/bank/credits/{id}/assign payment", "pay_01"),
              Map.entry(
                  "POST /dashboard/bank/transfers/{id}/return bank_account[iban]", "not an iban"),
              Map.entry("POST /dashboard/bank/transfers/{id}/return bank_account[holder]", "Ann"),
              Map.entry(
                  "POST /dashboard/bank/credits/{id}/return bank_account[iban]", "not an iban"),
              Map.entry("POST /dashboard/bank/credits/{id}/return bank_account[holder]", "Ann"),
              Map.entry("POST /dashboard/fraud/lists value", "none"),
              Map.entry("POST /dashboard/fraud/lists reason", "Seen before"),
              Map.entry("POST /dashboard/payment-links/new description", "Raffle ticket"),
              Map.entry("POST /dashboard/payment-links/new order", "2026-118"),
              Map.entry("POST /dashboard/payment-links/new amount", "25.00"),
              Map.entry("POST /dashboard/payment-links/new min", "5.00"),
              Map.entry("POST /dashboard/payment-links/new max", "500.00"),
              Map.entry("POST /dashboard/payment-links/new max_payments", "100"),
              Map.entry(
                  "POST /dashboard/payment-links/new success_url", "https://shop.example/thanks"),
              Map.entry("POST /dashboard/webhooks/new url", "https://shop.example/hooks"),
              Map.entry("POST /dashboard/webhooks/new description", "The shop"),
              Map.entry("POST /dashboard/webhooks/{id}/edit url", "https://shop.example/hooks"),
              Map.entry("POST /dashboard/webhooks/{id}/edit description", "The shop"),
              Map.entry("POST /dashboard/webhooks/{id}/replay since", "2026-11-21T10:00"),
              Map.entry("POST /dashboard/webhooks/{id}/replay until", "2026-11-21T11:00"),
              Map.entry("POST /dashboard/webhooks/{id}/verify header", "t=1,v1=" + "0".repeat(64)),
              Map.entry("POST /dashboard/webhooks/{id}/verify body", "{}"),
              Map.entry("POST /dashboard/payments/{id}/capture amount", "none"),
              Map.entry("POST /dashboard/payments/{id}/refund amount", "none"),
              Map.entry("GET /dashboard from", "2026-11-01"),
              Map.entry("GET /dashboard until", "2026-11-21"),
              Map.entry("POST /dashboard/payments/{id}/notes text", "She will call back."),
              Map.entry("POST /dashboard/payments/{id}/details description", "Tea"),
              Map.entry("POST /dashboard/payments/{id}/details key", "colour"),
              Map.entry("POST /dashboard/payments/{id}/details value", "1001"),
              Map.entry("POST /dashboard/payments/new amount", "none"),
              Map.entry("POST /dashboard/payments/new description", "Tea"),
              Map.entry("POST /dashboard/customers/new name", "Jo March"),
              Map.entry("POST /dashboard/customers/new email", "jo@example.com"),
              Map.entry("POST /dashboard/customers/new phone", "+15555550100"),
              Map.entry("POST /dashboard/customers/new description", "Wholesale"),
              Map.entry("POST /dashboard/customers/new address.line1", "1 Orchard House"),
              Map.entry("POST /dashboard/customers/new address.line2", "Attic"),
              Map.entry("POST /dashboard/customers/new address.postal_code", "01742"),
              Map.entry("POST /dashboard/customers/new address.city", "Concord"),
              Map.entry("POST /dashboard/customers/new address.state", "MA"),
              Map.entry("POST /dashboard/customers/new address.country", "US"),
              Map.entry("POST /dashboard/customers/{id}/edit name", "Jo March"),
              Map.entry("POST /dashboard/customers/{id}/edit email", "jo@example.com"),
              Map.entry("POST /dashboard/customers/{id}/edit phone", "+15555550100"),
              Map.entry("POST /dashboard/customers/{id}/edit description", "Wholesale"),
              Map.entry("POST /dashboard/customers/{id}/edit address.line1", "1 Orchard House"),
              Map.entry("POST /dashboard/customers/{id}/edit address.line2", "Attic"),
              Map.entry("POST /dashboard/customers/{id}/edit address.postal_code", "01742"),
              Map.entry("POST /dashboard/customers/{id}/edit address.city", "Concord"),
              Map.entry("POST /dashboard/customers/{id}/edit address.state", "MA"),
              Map.entry("POST /dashboard/customers/{id}/edit address.country", "US"),
              Map.entry("POST /dashboard/customers/{id}/notes text", "Pays late."),
              Map.entry("POST /dashboard/customers/{id}/request-card mandate.text", "I agree."),
              Map.entry("POST /dashboard/customers/{id}/charge amount", "none"),
              Map.entry("POST /dashboard/customers/{id}/charge description", "Tea"),
              Map.entry("GET /dashboard/payments q", "nobody@example.com"),
              Map.entry("GET /dashboard/payments from", "2026-11-21"),
              Map.entry("GET /dashboard/payments until", "2026-11-21"),
              Map.entry("GET /dashboard/payments amount_from", "10.00"),
              Map.entry("GET /dashboard/payments amount_to", "20"),
              Map.entry("GET /dashboard/payments last4", "4242"),
              Map.entry("GET /dashboard/payments customer", "cus_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/payments metadata_key", "order"),
              Map.entry("GET /dashboard/payments metadata_value", "1001"),
              Map.entry("GET /dashboard/payments/refunds from", "2026-11-21"),
              Map.entry("GET /dashboard/payments/refunds until", "2026-11-21"),
              Map.entry("GET /dashboard/bank/transfers from", "2026-11-21"),
              Map.entry("GET /dashboard/bank/transfers until", "2026-11-21"),
              Map.entry("GET /dashboard/bank/transfers amount_from", "10.00"),
              Map.entry("GET /dashboard/bank/transfers amount_to", "20"),
              Map.entry("GET /dashboard/bank/credits from", "2026-11-21"),
              Map.entry("GET /dashboard/bank/credits until", "2026-11-21"),
              Map.entry("GET /dashboard/bank/credits amount_from", "10.00"),
              Map.entry("GET /dashboard/bank/credits amount_to", "20"),
              Map.entry("POST /dashboard/payouts/{id}/unassign reason", "Another payout"),
              Map.entry("GET /dashboard/payouts from", "2026-11-21"),
              Map.entry("GET /dashboard/payouts until", "2026-11-21"),
              Map.entry("GET /dashboard/balance from", "2026-11-21"),
              Map.entry("GET /dashboard/balance until", "2026-11-21"),
              Map.entry("GET /dashboard/balance payment", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/disputes from", "2026-11-21"),
              Map.entry("GET /dashboard/disputes until", "2026-11-21"),
              Map.entry("GET /dashboard/disputes payment", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/bank/statements from", "2026-11-21"),
              Map.entry("GET /dashboard/bank/statements until", "2026-11-21"),
              Map.entry(
                  "GET /dashboard/payments/refunds payment", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/customers q", "nobody@example.com"),
              Map.entry("GET /dashboard/customers from", "2026-11-21"),
              Map.entry("GET /dashboard/customers until", "2026-11-21"),
              Map.entry("GET /dashboard/events from", "2026-11-21"),
              Map.entry("GET /dashboard/events until", "2026-11-21"),
              Map.entry("GET /dashboard/search q", "nobody@example.com"),
              Map.entry("POST /dashboard/lists/views name", "To look at"),
              Map.entry("POST /dashboard/lists/payments/note text", "To look at"),
              Map.entry("GET /dashboard/events object_id", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/audit object", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/audit from", "2026-11-21"),
              Map.entry("GET /dashboard/audit until", "2026-11-21"),
              Map.entry("GET /dashboard/styleguide q", "anything"),
              Map.entry("GET /dashboard/styleguide amount", "12.00"),
              Map.entry("GET /dashboard/styleguide name", "Mia"),
              Map.entry("GET /dashboard/requests q", "order-1001"),
              Map.entry("GET /dashboard/requests from", "2026-11-21"),
              Map.entry("GET /dashboard/requests until", "2026-11-21"),
              Map.entry("GET /dashboard/requests path", "/v2/refunds"),
              Map.entry("GET /dashboard/requests object", "pay_01h455vb4pex5vsknk084sn02q"),
              Map.entry("GET /dashboard/requests idempotency_key", "order-1001")));

  private static Map<String, String> texts(Map<String, String> others) {
    var all = new HashMap<>(others);
    Stream.of(EvidenceField.values())
        .forEach(field -> all.put(EVIDENCE + field.text(), "On the invoice."));
    return all;
  }

  private final Map<Object, List<String>> skeletons = new HashMap<>();
  private final List<FormOnPage> forms = new ArrayList<>();
  private final Set<String> seen = new TreeSet<>();
  private TestApp florin;
  private TestApp fresh;
  private DashboardClient owner;
  private DashboardClient stranger;
  private DashboardClient first;
  private DashboardClient byName;
  private String begun = "";

  @BeforeAll
  void open() {
    // No mail server listens there, and no member has the address that the test requests mail for.
    fresh =
        TestApp.open(
            new SmtpServer(
                "127.0.0.1",
                9,
                SmtpServer.Security.NONE,
                Optional.empty(),
                "Florin <f@example.com>"));
    florin =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    Member member = DashboardClient.newMember(florin, Role.OWNER);
    owner = DashboardClient.of(florin, member);
    stranger = DashboardClient.stranger(florin);
    first = DashboardClient.stranger(fresh);
    look(
        first,
        "/dashboard/setup/" + fresh.app().team().users().newSetupLink().orElseThrow().reveal());
    look(first, "/dashboard/reset");
    strangersPages();
    ownersPages();
    checkoutPages();
    connectorPages();
    // The sessions must not expire or ask for the password again, however long the test takes.
    florin.update(
        "UPDATE session SET seen_at = now() + interval '1 day', confirmed_at = now() + interval '1 day'");
    // Florin stores the last use of a key a minute later. That would change the page during the
    // test.
    florin.update("UPDATE api_key SET last_used_at = now()");
    begun = florin.query("SELECT now()").getFirst();
  }

  private void strangersPages() {
    var team = florin.app().team();
    Member other = DashboardClient.newMember(florin, Role.SUPPORT);
    Token session =
        Token.parse(Objects.requireNonNull(owner.cookies().get(owner.sessionCookie())))
            .orElseThrow();
    Token invitation =
        team.invitations()
            .invite(
                team.sessions().find(session).orElseThrow(),
                "beth@example.com",
                Role.VIEWER,
                _ -> true)
            .orElseThrow();
    look(stranger, "/dashboard/invitations/" + invitation.reveal());
    look(stranger, "/dashboard/reset/" + team.resets().newLink(other.user(), false).reveal());
    look(stranger, "/dashboard/sign-in");
    stranger
        .cookies()
        .put(stranger.sessionCookie() + "-step", Token.make(new SecureRandom()).reveal());
    look(stranger, "/dashboard/sign-in/code");
    // Too many attempts have failed, so Florin no longer checks passwords, which is slow.
    stranger.submit(
        "/dashboard/sign-in",
        "/dashboard/sign-in",
        Map.of("email", "no@example.com", "password", OTHER));
    florin.update(
        "UPDATE sign_in_failure SET failures = 1000, locked_until = now() + interval '1 day'");
  }

  private void ownersPages() {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    String paid =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(1000, "4242424242424242")
                    .replaceFirst(
                        "\\{",
                        "{\"customer\": \"" + customer + "\", \"save_payment_method\": true, "))
            .text("/id");
    String held =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(1000, "4242424242424242")
                    .replaceFirst("\\{", "{\"capture_method\": \"manual\", "))
            .text("/id");
    String endpoint =
        florin
            .post(
                "/v2/webhook_endpoints",
                "{\"url\": \"https://shop.example/hooks\", \"enabled_events\": [\"payment.canceled\"], \"description\": \"The shop\"}")
            .text("/id");
    String event = florin.get("/v2/events").text("/data/0/id");
    owner.submit("/dashboard/security", "/dashboard/security/second-factor", Map.of());
    owner.get("/dashboard/security");
    byName = owner.atLocalhost();
    look(byName, "/dashboard/security/passkeys/new");
    look(byName, "/dashboard/security/protect");
    Stream.of(
            "",
            "/go-live",
            "/first",
            "/search",
            "/payments",
            "/payments/total",
            "/payments/refunds",
            "/payments/refunds/total",
            "/payments/new",
            "/payments/" + paid,
            "/payments/" + paid + "?edit=details",
            "/payments/" + held,
            "/customers",
            "/customers/new",
            "/customers/" + customer,
            "/customers/" + customer + "/edit",
            "/events",
            "/events/" + event,
            "/webhooks",
            "/webhooks/new",
            "/webhooks/" + endpoint,
            "/webhooks/" + endpoint + "/edit",
            "/webhooks/deliveries/" + delivery(),
            "/keys",
            "/requests",
            "/requests/" + logged(),
            "/team",
            "/audit",
            "/settings",
            "/branding",
            "/security",
            "/security/second-factor",
            "/preferences",
            "/styleguide")
        .forEach(path -> look(owner, "/dashboard" + path));
  }

  /** Returns any logged request. Its page has no text field. */
  private String logged() {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> florin.query("SELECT id FROM request_log LIMIT 1").stream().findFirst(),
            Optional::isPresent)
        .map(id -> new RequestId(UUID.fromString(id)).text())
        .orElseThrow();
  }

  private String delivery() {
    String endpoint =
        florin
            .post("/v2/webhook_endpoints", "{\"url\": \"https://shop.example/other\"}")
            .text("/id");
    florin.post("/v2/webhook_endpoints/" + endpoint + "/test", "");
    florin.post("/v2/webhook_endpoints/" + endpoint, "{\"status\": \"disabled\"}");
    return florin.get("/v2/webhook_endpoints/" + endpoint + "/deliveries").text("/data/0/id");
  }

  private void checkoutPages() {
    String session =
        florin
            .post(
                "/v2/checkout_sessions",
                "{\"currency\": \"eur\", \"amount\": 500, \"success_url\": \"https://shop.example/thanks\", \"cancel_url\": \"https://shop.example/cart\"}")
            .text("/id");
    String link =
        florin
            .post(
                "/v2/payment_links",
                "{\"currency\": \"eur\", \"amount\": 500, \"description\": \"Raffle ticket\"}")
            .text("/id");
    Map<String, String> bank = BankObjects.of(florin.client());
    Stream.of(
            // The newest key is the publishable one.
            "/keys/" + florin.get("/v2/keys").texts("/data", "id").getFirst() + "/card-fields",
            "/balance",
            "/payouts",
            "/fees",
            "/reports",
            "/payouts/" + payout(),
            "/payouts/" + payoutOfEntry(),
            "/disputes",
            "/disputes/calendar",
            "/disputes/" + dispute(),
            "/bank",
            "/bank/transfers",
            "/bank/credits",
            "/bank/statements",
            "/bank/transfers/" + bank.get("/v2/unmatched_transfers/{id}"),
            "/bank/credits/" + bank.get("/v2/customer_credits/{id}"),
            "/bank/payment-files",
            "/bank/payment-files/" + bank.get("/v2/payment_files/{id}"),
            "/bank/statements/upload",
            "/bank/statements/" + bank.get("/v2/bank_statements/{id}"),
            "/fraud",
            "/fraud/lists",
            "/checkout",
            "/checkout/" + session,
            "/payment-links",
            "/payment-links/new",
            "/payment-links/" + link)
        .forEach(path -> look(owner, "/dashboard" + path));
  }

  private String payout() {
    return LedgerChecks.payOut(florin.client());
  }

  private String payoutOfEntry() {
    return florin
        .get("/v2/bank_entries/" + BankObjects.entryOfPayout(florin.client()))
        .text("/matches/0/payout");
  }

  private void connectorPages() {
    String connector =
        florin
            .post(
                "/v2/connectors",
                "{\"kind\": \"test_provider\", \"name\": \"Main account\", \"settings\": {\"address\": \"%s\"}, \"credentials\": {\"key\": \"a key\"}}"
                    .formatted(PROVIDER))
            .text("/id");
    Stream.of("", "/new?kind=" + ProviderKind.KIND, "/" + connector, "/" + connector + "/edit")
        .forEach(path -> look(owner, "/dashboard/connectors" + path));
    look(owner, "/dashboard/bank-accounts");
    look(owner, "/dashboard/bank-accounts/new");
    String account =
        "/dashboard/bank-accounts/" + florin.get("/v2/receiving_accounts").text("/data/0/id");
    look(owner, account);
    look(owner, account + "/edit");
  }

  private String dispute() {
    florin.post("/v2/payments", TestApp.payment(500, "4000000000002685"));
    return florin.get("/v2/disputes").text("/data/0/id");
  }

  private void look(DashboardClient by, String page) {
    assertThat(by.get(page).status()).as(page).isEqualTo(200);
    seen.add(FormOnPage.template(page));
    for (FormOnPage form : FormOnPage.of(by, page)) {
      if (forms.stream()
          .noneMatch(known ->
              known.name().equals(form.name())
                  && known.values().keySet().equals(form.values().keySet()))) {
        forms.add(form);
      }
    }
  }

  @AfterAll
  void close() {
    Stream.of(owner, byName, stranger, first).forEach(DashboardClient::close);
    florin.close();
    fresh.close();
  }

  @Test
  void every_page_of_the_table_was_tested() {
    var routes = florin.app().dashboard();
    Set<String> pages =
        Stream.concat(
                routes.table().stream()
                    .filter(route -> !route.isPost())
                    .map(DashboardRoute::template),
                routes.open().stream().filter(route -> !route.isPost()).map(OpenRoute::template))
            .filter(template ->
                !template.endsWith(".csv")
                    && !template.endsWith(".xlsx")
                    && !NO_PAGES.contains(template)
                    && !template.endsWith("{unknown}"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(seen).isEqualTo(pages);
  }

  @Test
  void every_text_field_is_tested() {
    Set<String> fields =
        forms.stream()
            .flatMap(form -> form.texts().stream().map(field -> form.name() + " " + field))
            .collect(Collectors.toSet());
    assertThat(TAKEN.keySet()).containsExactlyInAnyOrderElementsOf(fields);
  }

  @TestFactory
  Stream<DynamicTest> each_text_in_a_form_changes_nothing_but_text() {
    return IntStream.range(0, forms.size())
        .mapToObj(i ->
            dynamicTest(
                forms.get(i).name(),
                () ->
                    NaughtyStrings.some(i).stream()
                        .filter(text -> !findsPages(forms.get(i), text))
                        .forEach(text -> tryText(forms.get(i), text))));
  }

  /** The name of the device CON finds the page Connectors, so the result is right but not empty. */
  private static boolean findsPages(FormOnPage form, String text) {
    return form.name().equals("GET /dashboard/search") && text.equals("CON");
  }

  /**
   * Enters the text into all fields at the same time, including fields that take no typed text.
   * Then enters it only into the fields that accepted it, so that the form can succeed.
   */
  private void tryText(FormOnPage form, String text) {
    var taken = new TreeSet<>(form.texts());
    // Without a text, nothing is chosen, which some forms accept.
    if (!text.isBlank()) {
      taken.removeAll(tryText(form, text, form.values().keySet()));
    }
    if (!taken.isEmpty() && !taken.equals(form.values().keySet())) {
      tryText(form, text, taken);
    }
  }

  /** Returns the fields that rejected the text. */
  private Set<String> tryText(FormOnPage form, String text, Set<String> fields) {
    Reply reply = form.send(filled(form, fields, _ -> text));
    Dom page = page(form, reply);
    page.assertHarmless();
    Set<String> wrong = page.wrongFields();
    if (reply.status() < 400 || reply.status() == 422) {
      page.assertLike(
          skeletons.computeIfAbsent(
              List.of(
                  form.name(),
                  form.values().keySet(),
                  fields,
                  reply.status(),
                  wrong,
                  text.isBlank()),
              _ -> {
                UnaryOperator<String> harmless = field -> harmless(form, field, wrong);
                Reply twin = form.send(filled(form, fields, text.isBlank() ? _ -> " " : harmless));
                assertThat(twin.status())
                    .as(
                        "%s with %s in %s, %s wrong",
                        form.name(), NaughtyStrings.shown(text), fields, wrong)
                    .isEqualTo(reply.status());
                return page(form, twin).skeleton();
              }),
          form.name()
              + " with "
              + NaughtyStrings.shown(text)
              + " in "
              + fields
              + ", "
              + reply.status()
              + ", "
              + wrong);
    }
    return wrong;
  }

  private static String harmless(FormOnPage form, String field, Set<String> wrong) {
    if (wrong.contains(field) && EVIDENCE.equals(form.name() + " ")) {
      return CARD_NUMBER;
    }
    // A metadata row shows its error at one of its two fields.
    boolean inLine = Set.of("key", "value").contains(field);
    return wrong.contains(field) || (inLine && (wrong.contains("key") || wrong.contains("value")))
        ? form.method().equals("POST") ? TOO_LONG_FOR_A_KEY : TOO_LONG_FOR_A_FILTER
        : TAKEN.getOrDefault(form.name() + " " + field, TOO_LONG);
  }

  private static Map<String, String> filled(
      FormOnPage form, Set<String> fields, UnaryOperator<String> text) {
    var values = new LinkedHashMap<String, String>();
    form.texts()
        .forEach(field ->
            values.put(field, Objects.requireNonNull(TAKEN.get(form.name() + " " + field))));
    fields.forEach(field -> values.put(field, text.apply(field)));
    // The repeated password differs, so that no password is changed.
    values.computeIfPresent("password_again", (_, again) -> again + "!");
    if (form.name().endsWith("/unassign")) {
      values.put("entry", new BankEntryId(new UUID(0, 1)).text()); // no match can be undone twice
    }
    return values;
  }

  /** Returns the page after the redirect, and deletes all objects that the form created. */
  private Dom page(FormOnPage form, Reply reply) {
    assertThat(reply.status()).as(form.name()).isIn(200, 303, 400, 403, 404, 413, 422, 429, 431);
    if (reply.status() != 303) {
      return Dom.of(reply.body());
    }
    assertThat(reply.header("Location").orElseThrow()).startsWith("/dashboard");
    Reply page = form.by().follow(reply);
    assertThat(page.status()).isEqualTo(200);
    for (String table :
        List.of(
            "api_key",
            "webhook_endpoint",
            "invitation",
            "payment_link",
            "connector",
            "receiving_account",
            "note",
            "customer")) {
      florin.update("DELETE FROM " + table + " WHERE created_at > ?::text::timestamptz", begun);
    }
    if (form.name().contains("/details") || form.name().contains("/customers/{id}/edit")) {
      asTheyWere();
    }
    florin.update("DELETE FROM saved_view");
    florin.update("DELETE FROM list_columns");
    florin.update("DELETE FROM dispute_evidence");
    return Dom.of(page.body());
  }

  /** Removes the details of payments and customers, and the entries about their changes. */
  private void asTheyWere() {
    florin.update("UPDATE payment SET description = NULL, metadata = NULL");
    florin.update(
        "UPDATE customer SET name = NULL, email = NULL, phone = NULL, description = NULL, address_line1 = NULL, address_line2 = NULL, address_city = NULL, address_state = NULL, address_postal_code = NULL, address_country = NULL");
    florin.update(
        "DELETE FROM event WHERE type IN ('payment.updated', 'customer.updated') AND created_at > ?::text::timestamptz",
        begun);
  }
}
