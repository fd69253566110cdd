package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.books.LedgerChecks;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Databases of the last release. `-Dschema.release=true` records a new release: its scripts, which
 * must not change afterwards, and its rows.
 */
@ResourceLock("florin.db.released")
class UpgradeTest {
  private static final String CARD =
      "{\"type\": \"card\", \"card\": {\"number\": \"4242424242424242\", \"exp_month\": 12, \"exp_year\": 2040, \"cvc\": \"123\"}}";

  private final PostgresAddress database = TestPostgres.emptyDatabase();

  @Test
  void a_released_script_is_unchanged_and_new_ones_come_after_it() throws Exception {
    writeDownWhereAsked();
    Map<String, Integer> now = Released.scriptsNow(database);

    Released.scripts()
        .forEach((script, checksum) ->
            assertThat(now)
                .as(
                    "%s was released, and databases have run it: put it back as it was, and write what is to change into a new script",
                    script)
                .containsEntry(script, checksum));
    assertThat(now.keySet())
        .as("a script that is new comes after V" + Released.version())
        .allSatisfy(script ->
            assertThat(Released.scripts().containsKey(script) || number(script) > released())
                .isTrue());
  }

  @Test
  void the_newest_version_starts_on_a_database_of_the_last_release(@TempDir Path folder)
      throws Exception {
    writeDownWhereAsked();
    Released.flyway(database, Released.version()).migrate();
    Released.restore(database, folder);

    try (TestApp app = TestApp.openOn(database, folder)) {
      assertThat(Sql.query(database, "SELECT max(version) FROM flyway_schema_history"))
          .isEqualTo(Migrations.NEWEST);
      for (Reply list :
          new Reply[] {
            app.get("/v2/payments"),
            app.get("/v2/refunds"),
            app.get("/v2/customers"),
            app.get("/v2/webhook_endpoints"),
            app.get("/v2/events")
          }) {
        assertThat(list.status()).as(list.body()).isEqualTo(200);
      }
      assertThat(
              app.query(
                  "SELECT concat_ws(' ', span, measure, code, sum(count), sum(amount)) FROM figure WHERE currency <> '' GROUP BY span, measure, code ORDER BY span, measure, code"))
          .containsExactly(
              "day brand_failed visa 1 0",
              "day brand_succeeded visa 2 0",
              "day connector_failed simulator 1 0",
              "day connector_succeeded simulator 2 0",
              "day failed generic_decline 1 400",
              "day refunded  1 1000",
              "day succeeded automatic 2 5600",
              "quarter failed generic_decline 1 400",
              "quarter refunded  1 1000",
              "quarter succeeded automatic 2 5600");
      assertThat(app.query("SELECT DISTINCT time_zone FROM account")).containsExactly("UTC");
      assertOldPaymentsGoOn(app);
      assertThat(pay(app, CARD)).isEqualTo("succeeded");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> app.query("SELECT 1 FROM ledger_backlog").isEmpty());
      LedgerChecks.assertHolds(app.database());
    }
  }

  /** Asserts that the payments of {@link #live} can still be refunded, captured and repeated. */
  private static void assertOldPaymentsGoOn(TestApp app) {
    Reply paid = app.get("/v2/payments?amount%5Bgte%5D=5000&amount%5Blte%5D=5000");
    assertThat(paid.text("/data/0/status")).isEqualTo("succeeded");
    assertThat(paid.text("/data/0/payment_method/card/last4")).isEqualTo("4242");
    assertThat(paid.number("/data/0/amount_refunded")).isEqualTo(1000);
    Reply refund = refund(app, paid.text("/data/0/id"), 4000);
    assertThat(refund.text("/status")).as(refund.body()).isEqualTo("succeeded");

    Reply held = app.get("/v2/payments?status=requires_capture");
    Reply captured = app.post("/v2/payments/" + held.text("/data/0/id") + "/capture", "{}");
    assertThat(captured.text("/status")).as(captured.body()).isEqualTo("succeeded");

    String customer = app.get("/v2/customers").text("/data/0/id");
    String saved = app.get("/v2/payment_methods?customer=" + customer).text("/data/0/id");
    Reply again =
        app.post(
            "/v2/payments",
            "{\"amount\": 700, \"currency\": \"usd\", \"customer\": \"%s\", \"payment_method\": \"%s\"}"
                .formatted(customer, saved));
    assertThat(again.text("/status")).as(again.body()).isEqualTo("succeeded");
    assertThat(app.get("/v2/payments?status=failed").text("/data/0/failure/code"))
        .isEqualTo("card_declined");
  }

  private static void writeDownWhereAsked() throws IOException, SQLException {
    if (Released.RECORD) {
      Files.createDirectories(Released.FOLDER);
      try (TestApp app = TestApp.open()) {
        live(app);
        Released.record(app);
      }
    }
  }

  /** Creates a few of each object that a merchant has. */
  private static void live(TestApp app) throws SQLException {
    String paid = app.post("/v2/payments", payment(5000, CARD, "")).payment();
    assertThat(refund(app, paid, 1000).text("/status")).isEqualTo("succeeded");
    app.post("/v2/payments", payment(300, CARD, ", \"capture_method\": \"manual\""));
    app.post("/v2/payments", TestApp.payment(400, "4000000000000002"));
    String customer =
        app.post("/v2/customers", "{\"name\": \"Ada\", \"email\": \"ada@example.com\"}")
            .text("/id");
    app.post(
        "/v2/payments",
        payment(
            600,
            CARD,
            ", \"customer\": \"%s\", \"save_payment_method\": true".formatted(customer)));
    String endpoint =
        app.post(
                "/v2/webhook_endpoints",
                "{\"url\": \"https://example.com/hook\", \"enabled_events\": [\"*\"]}")
            .text("/id");
    HttpRequest disabled =
        app.client()
            .request("/v2/webhook_endpoints/" + endpoint)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString("{\"status\": \"disabled\"}"))
            .build();
    assertThat(app.client().send(disabled).text("/status")).isEqualTo("disabled");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> !app.query("SELECT 1 FROM figure WHERE measure = 'failed'").isEmpty());
  }

  private static String pay(TestApp app, String method) {
    return app.post("/v2/payments", payment(900, method, "")).text("/status");
  }

  private static String payment(long amount, String method, String more) {
    return "{\"amount\": %d, \"currency\": \"usd\", \"payment_method\": %s%s}"
        .formatted(amount, method, more);
  }

  private static Reply refund(TestApp app, String payment, long amount) {
    return app.post(
        "/v2/refunds", "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount));
  }

  private static int number(String script) {
    return Integer.parseInt(script.replaceFirst("V(\\d+)__.*", "$1"));
  }

  private static int released() throws IOException {
    return Integer.parseInt(Released.version());
  }
}
