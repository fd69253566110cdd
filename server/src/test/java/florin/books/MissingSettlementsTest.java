package florin.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Payments and refunds that the provider's reports don't have. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingSettlementsTest {
  private static final String CARD = "4242424242424242";
  private static final String LIST = "/v2/balance_transactions?status=missing_there";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void what_a_file_should_have_is_listed_until_its_line_arrives() {
    String reported = pay();
    String missing = pay();
    String partly = pay();
    String refund = refund(partly);
    LedgerChecks.assertHolds(florin.database());

    take(row("A1", "payment", reported, 1_000, 0), row("A2", "fee", "", 0, 6));
    assertThat(missing()).isEmpty();
    assertThat(florin.query("SELECT count(*) FROM missing_settlement")).containsExactly("0");

    take(row("B1", "fee", "", 0, -1), row("B2", "fee", "", 0, 8));
    assertThat(missing()).containsExactlyInAnyOrder(missing, partly, refund);
    assertThat(florin.get(LIST + "&type=refund").texts("/data", "source")).containsExactly(refund);
    assertThat(florin.get(LIST + "&limit=1").json().at("/has_more").asBoolean()).isTrue();
    Instant now = Instant.now();
    assertThat(
            florin
                .get(LIST + "&created[gt]=" + now.plusSeconds(60).getEpochSecond())
                .texts("/data", "id"))
        .isEmpty();

    take(row("C1", "payment", partly, 1_000, 0), row("C2", "refund", refund, -300, 1));
    assertThat(missing()).containsExactly(missing);
    take(row("D1", "dispute", missing, -1_000, 1));
    assertThat(missing()).isEmpty();
    assertThat(florin.get("/v2/balance_transactions?status=settled").status()).isEqualTo(400);
    LedgerChecks.assertHolds(florin.database());
  }

  @Test
  void a_refresh_makes_the_next_read_due_and_names_the_states() {
    florin.post("/v2/test/settlements", "{}");
    florin.update(
        "UPDATE settlement_position SET due_at = now() + interval '1 day', problem = 'The provider says no.'");

    Reply refreshed = florin.post("/v2/balance/refresh", "{}");

    assertThat(refreshed.status()).as(refreshed.body()).isEqualTo(200);
    assertThat(refreshed.text("/object")).isEqualTo("balance_refresh");
    assertThat(refreshed.text("/reports/0/connector")).isEqualTo("simulator");
    assertThat(refreshed.text("/reports/0/problem")).isEqualTo("The provider says no.");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                florin.query("SELECT due_at < now() + interval '1 hour' FROM settlement_position"),
            due -> due.equals(List.of("t")));
  }

  private List<String> missing() {
    return florin.get(LIST).texts("/data", "source");
  }

  private String pay() {
    return florin.post("/v2/payments", TestApp.payment(1_000, CARD)).text("/id");
  }

  private String refund(String payment) {
    return florin
        .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(payment))
        .text("/id");
  }

  /** Returns a line that occurs some days from now. */
  private static String row(String reference, String type, String object, long gross, int days) {
    Instant time = Instant.now().plus(Duration.ofDays(days)).minusSeconds(60);
    return SettlementFileText.row(reference, type, object, gross, 0, "")
        .replace("2026-11-28T10:00:00Z", time.toString());
  }

  private void take(String... rows) {
    Reply taken =
        SettlementFileText.send(
            florin.client(), SettlementFileText.of(Stream.of(rows).toArray(String[]::new)));
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
  }
}
