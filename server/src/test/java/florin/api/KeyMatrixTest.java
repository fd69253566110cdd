package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.app.App.Networks;
import florin.books.LedgerChecks;
import florin.books.SettlementFileText;
import florin.core.Scope;
import florin.http.Endpoint.RequestClass;
import florin.payment.execution.CrashPoint;
import florin.testing.BankObjects;
import florin.testing.EngagedBrake;
import florin.testing.EvidenceFiles;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import florin.testing.provider.ProviderKind;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Calls every route with every kind of key that the route must reject. */
@TestInstance(Lifecycle.PER_CLASS)
class KeyMatrixTest {
  private static final String CARD =
      """
      {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}
      """;

  private TestApp florin;
  private Map<String, String> refused;
  private List<String> strangers;
  private Map<String, String> objects;
  private String live;
  private Map<Scope, String> restricted;

  /** The query parameters that some lists require. */
  private Map<String, String> queries;

  @BeforeAll
  void open() {
    florin =
        TestApp.open(
            CrashPoint.NONE,
            new Networks(
                UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
    SpecialKeys own = SpecialKeys.ofNewAccount(florin);
    refused =
        Map.of(
            "",
            "api_key_missing",
            "sk_test_123",
            "api_key_malformed",
            own.unknown(),
            "api_key_unknown",
            own.revoked(),
            "api_key_revoked",
            own.expired(),
            "api_key_expired");
    live = own.live();
    strangers =
        List.of(
            SpecialKeys.ofNewAccount(florin).secret(),
            SpecialKeys.ofNewAccount(florin).allowingLiveSettings().live());
    publishable = own.publishable();
    restricted =
        Stream.of(Scope.values())
            .filter(Scope::isGrantable)
            .collect(Collectors.toMap(scope -> scope, own::restrictedTo));
    try (var client = new TestClient(florin.app().port(), own.secret())) {
      String paid = client.post("/v2/payments", payment(1000, "4242424242424242")).text("/id");
      String customer = client.post("/v2/customers", "{\"name\": \"Jo March\"}").text("/id");
      String method = client.post("/v2/payment_methods", CARD).text("/id");
      String mandated =
          client
              .post(
                  "/v2/payments",
                  """
                  {"amount": 700, "currency": "usd", "customer": "%s", "save_payment_method": true,
                   "mandate": {"text": "I agree."}, "payment_method": %s}\
                  """
                      .formatted(customer, CARD))
              .text("/payment_method/id");
      queries =
          Map.of(
              "/v2/payment_methods",
              "?customer=" + customer,
              "/v2/mandates",
              "?payment_method=" + mandated,
              "/v2/balance_report",
              "?month=2026-11",
              "/v2/fee_report",
              "?month=2026-11",
              "/v2/fee_tax_report",
              "?month=2026-11",
              "/v2/payout_report",
              "?month=2026-11",
              "POST /v2/disputes/{id}/evidence/files",
              "?kind=receipt",
              "POST /v2/settlements",
              "?connector=simulator&format=csv");
      var named = new HashMap<String, String>();
      String mandate = client.get("/v2/payment_methods/" + mandated).text("/mandate");
      named.put("/v2/mandates/{id}", mandate);
      client.post("/v2/payments", TestApp.payment(1000, "4000000000000259"));
      String dispute = client.get("/v2/disputes").text("/data/0/id");
      named.put("/v2/brakes/{id}", EngagedBrake.in(florin));
      for (String list : List.of("/v2/lists/block", "/v2/lists/allow")) {
        named.put(
            list + "/{id}",
            client.post(list, "{\"kind\": \"card_bin\", \"value\": \"999999\"}").text("/id"));
      }
      named.put("/v2/disputes/{id}", dispute);
      named.put("/v2/test/disputes/{id}", dispute);
      named.put("/v2/dispute_files/{id}", EvidenceFiles.add(client, dispute));
      named.put("/v2/balance_transactions/{id}", LedgerChecks.awaitTransaction(client));
      String payout = LedgerChecks.payOut(client);
      named.put("/v2/payouts/{id}", payout);
      named.put("/v2/payouts/{id}/lines", payout);
      named.put("/v2/payouts/{id}/confirm", payout);
      named.put("/v2/mandates/{id}/revoke", mandate);
      String setup =
          client
              .post(
                  "/v2/setups",
                  "{\"customer\": \"%s\", \"payment_method\": %s}".formatted(customer, CARD))
              .text("/id");
      named.put("/v2/setups/{id}", setup);
      named.put("/v2/setups/{id}/cancel", setup);
      String session =
          client
              .post(
                  "/v2/checkout_sessions",
                  "{\"amount\": 700, \"currency\": \"usd\", \"success_url\": \"https://shop.example/\", \"cancel_url\": \"https://shop.example/\"}")
              .text("/id");
      named.put("/v2/checkout_sessions/{id}", session);
      named.put("/v2/checkout_sessions/{id}/expire", session);
      named.put(
          "/v2/payment_links/{id}",
          client.post("/v2/payment_links", "{\"amount\": 700, \"currency\": \"usd\"}").text("/id"));
      named.putAll(
          Map.of(
              "/v2/payments/{id}",
              paid,
              "/v2/refunds/{id}",
              client.post("/v2/refunds", "{\"payment\": \"" + paid + "\"}").text("/id"),
              "/v2/customers/{id}",
              customer,
              "/v2/customers/{id}/payment_methods",
              customer,
              "/v2/payment_methods/{id}",
              method,
              "/v2/payment_methods/{id}/attach",
              method,
              "/v2/payment_methods/{id}/detach",
              method,
              "/v2/events/{id}",
              client.get("/v2/events?limit=1").texts("/data", "id").getFirst(),
              "/v2/connectors/{id}",
              client.post("/v2/connectors", "{\"kind\": \"test_provider\"}").text("/id"),
              "/v2/webhook_endpoints/{id}",
              client
                  .post("/v2/webhook_endpoints", "{\"url\": \"https://shop.example/\"}")
                  .text("/id")));
      named.put(
          "/v2/receiving_accounts/{id}",
          client.post("/v2/receiving_accounts", TestApp.ACCOUNT).text("/id"));
      named.put(
          "/v2/keys/{id}",
          client
              .post("/v2/keys", "{\"name\": \"theirs\", \"scopes\": [\"keys:write\"]}")
              .text("/id"));
      String sandbox = client.post("/v2/sandboxes", "{\"name\": \"theirs\"}").text("/id");
      named.put("/v2/sandboxes/{id}", sandbox);
      named.put("/v2/sandboxes/{id}/advance", sandbox);
      named.put("/v2/sandboxes/{id}/reset", sandbox);
      String settlement = SettlementFileText.importOne(client);
      named.put("/v2/settlements/{id}", settlement);
      named.put("/v2/settlements/{id}/lines", settlement);
      String contract =
          client.post("/v2/fee_contracts", "{\"connector\": \"simulator\"}").text("/id");
      named.put("/v2/fee_contracts/{id}", contract);
      named.put("/v2/fee_contracts/{id}/end", contract);
      named.putAll(BankObjects.of(client));
      named.put("/v2/bank_entries/{id}/unassign", BankObjects.entryOfPayout(client));
      objects = Map.copyOf(named);
    }
  }

  private String publishable;

  @AfterAll
  void close() {
    florin.close();
  }

  @TestFactory
  Stream<DynamicTest> without_a_valid_key_it_is_401() {
    return routes(route ->
        refused.forEach((key, code) -> {
          Reply reply = ask(route, key);
          assertThat(reply.status()).as(code).isEqualTo(401);
          assertThat(reply.text("/error/code")).isEqualTo(code);
          assertThat(reply.header("WWW-Authenticate")).isPresent();
        }));
  }

  @TestFactory
  Stream<DynamicTest> with_a_publishable_key_it_is_403_unless_the_table_says_otherwise() {
    return routes(route -> {
      Reply reply = ask(route, publishable);
      if (Collections.disjoint(route.scopes(), Scope.OF_PUBLISHABLE_KEYS)) {
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text("/error/code")).isEqualTo("secret_key_required");
      } else {
        assertThat(reply.status()).isNotEqualTo(401);
      }
    });
  }

  @TestFactory
  Stream<DynamicTest> a_restricted_key_may_call_the_routes_of_its_scope_and_no_others() {
    return routes(route ->
        restricted.forEach((scope, key) -> {
          boolean isMissing = ask(route, key).body().contains("\"scope_missing\"");
          assertThat(isMissing).as(scope.text()).isEqualTo(!route.scopes().contains(scope));
        }));
  }

  private static boolean isSimulation(Route<?> route) {
    return route.template().startsWith("/v2/test/") || route.template().equals("/v2/sandboxes");
  }

  @TestFactory
  Stream<DynamicTest> what_belongs_to_another_account_or_mode_does_not_exist() {
    return routes(route ->
        strangers.forEach(key -> {
          Reply reply = ask(route, key);
          if (reply.status() == 403) {
            assertThat(route.liveByKey() == Route.LiveByKey.NEVER || isSimulation(route)).isTrue();
          } else if (route.fileBytes() > 0) {
            assertThat(reply.status()).isEqualTo(415); // JSON isn't a valid file type
          } else if (route.template().contains("{id}")) {
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.text("/error/code")).isEqualTo("resource_missing");
          } else if (route.template().equals("/v2/events/stream")) {
            // The stream has no end: EventStreamTest tests it.
            assertThat(reply.status()).isEqualTo(400);
          } else if (route.method().equals("GET")) {
            assertThat(reply.status()).isEqualTo(200);
            assertThat(objects.values()).noneMatch(reply.body()::contains);
          } else {
            // The request names no object, so it can't read one of another account. An empty body
            // is allowed.
            assertThat(reply.status()).isIn(200, 400);
          }
        }));
  }

  @TestFactory
  Stream<DynamicTest> a_live_key_alone_gets_403_where_the_table_says_so() {
    return routes(route -> {
      if (!route.template().equals("/v2/events/stream")) {
        boolean isRefused = ask(route, live).body().contains("\"dashboard_required\"");
        assertThat(isRefused)
            .isEqualTo(
                route.liveByKey() == Route.LiveByKey.NEVER
                    || route.liveByKey() == Route.LiveByKey.IF_ALLOWED_FOR_SETTINGS);
      }
    });
  }

  @Test
  void operations_on_money_have_the_highest_priority_and_lists_and_files_the_lowest() {
    assertThat(templates(RequestClass.FOLLOW_UP))
        .containsExactlyInAnyOrder(
            "/v2/payments/{id}/capture",
            "/v2/payments/{id}/cancel",
            "/v2/refunds",
            "/v2/refunds/{id}/cancel");
    assertThat(templates(RequestClass.LISTING))
        .contains("/v2/payments", "/v2/refunds", "/v2/events/stream", "/v2/payment_files/{id}.xml")
        .doesNotContain("/v2/payments/{id}");
  }

  private List<String> templates(RequestClass requestClass) {
    return florin.app().routes().table().stream()
        .filter(route -> route.requestClass() == requestClass)
        .map(Route::template)
        .toList();
  }

  private Stream<DynamicTest> routes(Consumer<Route<?>> test) {
    return florin.app().routes().table().stream()
        .map(route ->
            dynamicTest(route.method() + " " + route.template(), () -> test.accept(route)));
  }

  private Reply ask(Route<?> route, String key) {
    String id = objects.getOrDefault(Asked.object(route.template()), "");
    assertThat(route.template().contains("{id}"))
        .as("an object of another account for %s", route.template())
        .isEqualTo(!id.isEmpty());
    String query =
        route.template().endsWith("/stream")
            ? "?none=1"
            : queries.getOrDefault(
                (route.method().equals("GET") ? "" : route.method() + " ") + route.template(), "");
    return Asked.of(
        florin, route.method(), route.template().replace("{id}", id) + query, key, body(route));
  }

  private String body(Route<?> route) {
    if (route.template().endsWith("/attach")) {
      return "{\"customer\": \"" + objects.get("/v2/customers/{id}") + "\"}";
    }
    if (route.template().endsWith("/assign")) {
      return "{\"payment\": \"" + objects.get("/v2/payments/{id}") + "\"}";
    }
    if (route.template().endsWith("/advance")) {
      return "{\"to\": 1}";
    }
    return route.template().endsWith("/replay") ? "{\"since\": 0}" : "{}";
  }
}
