package florin.bank.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.testing.BankReconciliation;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Statement files through the API: Florin imports a file completely or not at all. */
@TestInstance(Lifecycle.PER_CLASS)
class BankStatementsApiTest {
  private static final String IBAN = "DE89370400440532013000";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, ?, 1, 'enabled', ?, 'Shop GmbH', 'eur', 'camt.053', now())",
        florin.realm().id(),
        UUID.randomUUID(),
        IBAN);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_duplicated_or_half_done() {
    BankReconciliation.checkAtRest(florin.database());
  }

  private Reply send(String file) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/bank_statements")
                .header("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString(file))
                .build());
  }

  private void awaitMatched() {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> florin.get("/v2/bank_entries?status=new").texts("/data", "id").isEmpty());
  }

  private static BankStatementText statement(String id, long opening, Line... lines) {
    return new BankStatementText(id, IBAN, opening, List.of(lines));
  }

  @Test
  void a_statement_is_read_and_its_money_without_a_reference_waits_for_a_person() {
    Reply taken =
        send(
            statement(
                    "2026-001",
                    1000,
                    Line.written(2500, "A1", "for the shoes"),
                    Line.debit(300, "A2", ""))
                .xml());

    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(taken.number("/bank_statements/0/opening_balance")).isEqualTo(1000);
    assertThat(taken.number("/bank_statements/0/closing_balance")).isEqualTo(3200);
    awaitMatched();
    String statement = taken.text("/bank_statements/0/id");
    Reply entries = florin.get("/v2/bank_entries?bank_statement=" + statement);
    assertThat(entries.texts("/data", "status")).containsExactly("other", "unmatched");
    assertThat(entries.text("/data/1/party/iban_last4")).isEqualTo("4300");
    Reply receipts = florin.get("/v2/unmatched_transfers?limit=1");
    assertThat(receipts.number("/data/0/amount")).isEqualTo(2500);
    assertThat(receipts.text("/data/0/reason")).isEqualTo("no_reference");
  }

  @Test
  void the_statement_of_the_setup_guide_pays_its_payment() throws IOException {
    Reply payment =
        florin.post(
            "/v2/payments",
            "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}");
    String page = Files.readString(Path.of("../docs/guides/bank-transfer-setup.md"));
    String sample = page.split(" *```xml\n")[1].split("```")[0].strip();

    Reply imported = send(sample.replace("RF…", payment.text("/next_action/reference")));

    assertThat(imported.status()).as(imported.body()).isEqualTo(200);
    awaitMatched();
    Reply paid = florin.get("/v2/payments/" + payment.text("/id"));
    assertThat(paid.text("/status")).isEqualTo("succeeded");
    assertThat(paid.number("/amount_captured")).isEqualTo(1000);
  }

  @Test
  void a_repeated_file_statement_or_entry_changes_nothing() {
    BankStatementText first =
        statement("2026-101", 0, Line.written(100, "B1", "x"), Line.written(200, "B2", "y"));
    assertThat(send(first.xml()).bool("/already_known")).isFalse();
    awaitMatched();
    long before = entries();

    assertThat(send(first.xml()).bool("/already_known")).isTrue();
    Reply other = send(first.xml() + "<!-- again -->");
    Reply overlapping =
        send(
            statement("2026-102", 100, Line.written(200, "B2", "y"), Line.written(50, "B3", "z"))
                .xml());
    awaitMatched();

    assertThat(other.status()).as(other.body()).isEqualTo(200);
    assertThat(other.bool("/already_known")).isTrue();
    assertThat(other.texts("/bank_statements", "bank_reference")).containsExactly("2026-101");
    assertThat(other.text("/bank_statements/0/bank_file")).isNotEqualTo(other.text("/id"));
    Reply third = send(first.xml() + "<!-- again -->");
    assertThat(third.texts("/bank_statements", "id"))
        .isEqualTo(other.texts("/bank_statements", "id"));
    assertThat(overlapping.number("/bank_statements/0/duplicates")).isEqualTo(1);
    assertThat(overlapping.bool("/bank_statements/0/overlap")).isTrue();
    assertThat(overlapping.bool("/bank_statements/0/gap")).isFalse();
    assertThat(entries()).isEqualTo(before + 1);
  }

  @Test
  void entries_are_listed_by_day_and_by_account() {
    Reply taken =
        send(statement("2026-401", 0, Line.written(40, "F1", "x"), Line.debit(30, "F2", "")).xml());
    awaitMatched();
    String query = "/v2/bank_entries?bank_statement=" + taken.text("/bank_statements/0/id");
    Reply all = florin.get(query);
    String day = all.text("/data/0/booked_on");
    String account = all.text("/data/0/receiving_account");
    List<String> ids = all.texts("/data", "id");

    assertThat(ids).hasSize(2);
    assertThat(all.json().at("/data/0/matches").toString()).isEqualTo("[]");
    assertThat(all.number("/data/1/matches/0/amount")).isEqualTo(40);
    for (String good : List.of("booked_on=", "booked_on%5Bgte%5D=", "booked_on%5Blte%5D=")) {
      assertThat(florin.get(query + "&" + good + day).texts("/data", "id")).isEqualTo(ids);
    }
    for (String none : List.of("booked_on%5Bgt%5D=", "booked_on%5Blt%5D=")) {
      assertThat(florin.get(query + "&" + none + day).texts("/data", "id")).as(none).isEmpty();
    }
    assertThat(florin.get(query + "&receiving_account=" + account).texts("/data", "id"))
        .isEqualTo(ids);
    String other = ReceivingAccountId.KIND.of().apply(UUID.randomUUID()).text();
    assertThat(florin.get(query + "&receiving_account=" + other).texts("/data", "id")).isEmpty();
    assertThat(florin.get(query + "&booked_on%5Bgt%5D=21.11.2026").text("/error/code"))
        .isEqualTo("parameter_invalid");
  }

  private long entries() {
    return Long.parseLong(
        florin.query("SELECT count(*) FROM bank_entry WHERE status <> 'duplicate'").getFirst());
  }

  @Test
  void half_a_file_changes_nothing() {
    String whole = statement("2026-201", 0, Line.written(700, "C1", "x")).xml();
    long before = entries();

    Reply half = send(whole.substring(0, whole.length() - 60));
    Reply wrong =
        send(
            whole.replace(
                "<Amt Ccy=\"EUR\">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>",
                "<Amt Ccy=\"EUR\">7.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>"));

    assertThat(half.status()).isEqualTo(400);
    assertThat(half.text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(entries()).isEqualTo(before);
  }

  @Test
  void a_statement_with_the_same_name_and_different_content_is_rejected() {
    assertThat(send(statement("2026-301", 0, Line.written(10, "D1", "x")).xml()).status())
        .isEqualTo(200);
    awaitMatched();

    Reply changed = send(statement("2026-301", 0, Line.written(11, "D1", "x")).xml());

    assertThat(changed.status()).isEqualTo(400);
  }

  @Test
  void an_invalid_statement_or_one_of_a_foreign_account_is_rejected() {
    assertThat(send("hello").text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(send("").text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(
            send(new BankStatementText(
                        "1", "NL91ABNA0417164300", 0, List.of(Line.written(10, "E1", "x")))
                    .xml())
                .text("/error/code"))
        .isEqualTo("bank_statement_invalid");
    assertThat(florin.post("/v2/bank_statements", "{}").status()).isEqualTo(415);
  }
}
