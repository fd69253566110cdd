package florin.books;

import static florin.books.SettlementFileText.row;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.PaymentId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** `/v2/settlements`, as an integrator sees them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettlementApiTest {
  private static final String CARD = "4242424242424242";

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
  void lines_are_compared_with_payments_and_refunds() {
    String paid = pay();
    String less = pay();
    String refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(paid))
            .text("/id");
    String unknown = new PaymentId(new UUID(7, 7)).toString();
    String file =
        SettlementFileText.of(
            row("A1", "payment", paid, 400, 10, "P1"),
            row("A2", "payment", paid, 600, 21, "P1"),
            row("A3", "payment", less, 999, 31, "P1"),
            row("A4", "refund", refund, -300, 0, "P1"),
            row("A5", "payment", unknown, 100, 0, "P1"),
            row("A6", "fee", "", -50, 0, "P1"),
            row("A7", "payout", "", -1_687, 0, "P1"));

    Reply taken = send(file);

    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    String id = taken.text("/id");
    assertThat(taken.body())
        .contains(
            """
            "object":"settlement","connector":"simulator","format":"csv","file_name":"nov.csv","lines":7,\
            "counts":{"matched":3,"amount_differs":1,"missing_here":1,"other":2,"already_known":0}\
            """);
    assertThat(florin.get("/v2/settlements/" + id).json()).isEqualTo(taken.json());
    assertThat(references(id, "?status=matched")).containsExactlyInAnyOrder("A1", "A2", "A4");
    assertThat(references(id, "?status=amount_differs")).containsExactly("A3");
    assertThat(references(id, "?status=missing_here")).containsExactly("A5");
    assertThat(references(id, "?status=other")).containsExactlyInAnyOrder("A6", "A7");
    assertThat(references(id, "")).hasSize(7);
    assertThat(florin.get("/v2/payments/" + paid).number("/fee/amount")).isEqualTo(31);
    assertThat(florin.get("/v2/payouts").body()).contains("\"reference\":\"P1\"");
    assertThat(florin.get("/v2/settlements?limit=100").texts("/data", "id")).contains(id);
  }

  @Test
  void the_same_file_is_imported_once() {
    String file = SettlementFileText.of(row("B1", "fee", "", -50, 0, ""));

    Reply first = send(file);
    Reply again = send(file);

    assertThat(again.json()).isEqualTo(first.json());
    Reply more =
        send(
            SettlementFileText.of(
                row("B1", "fee", "", -50, 0, ""), row("B2", "fee", "", -60, 0, "")));
    assertThat(more.number("/counts/already_known")).isEqualTo(1);
    assertThat(more.number("/counts/other")).isEqualTo(1);
  }

  @Test
  void a_wrong_file_imports_nothing_and_names_the_line() {
    Reply wrong =
        send(
            SettlementFileText.of(
                row("C1", "fee", "", -50, 0, ""), row("C1", "fee", "", -60, 0, "")));

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.text("/error/code")).isEqualTo("settlement_invalid");
    assertThat(wrong.text("/error/message"))
        .isEqualTo(
            "Line 3: The row has the same reference as line 2. Correct the file; no line was imported.");
    assertThat(florin.query("SELECT reference FROM settlement_line WHERE reference LIKE 'C%'"))
        .isEmpty();
    assertThat(send(SettlementFileText.of()).text("/error/message"))
        .startsWith("The file has no lines.");
  }

  @Test
  void a_line_that_has_another_amount_than_before_rejects_the_file() {
    send(SettlementFileText.of(row("D1", "fee", "", -50, 0, "")));

    Reply changed =
        send(
            SettlementFileText.of(
                row("D2", "fee", "", -50, 0, ""), row("D1", "fee", "", -51, 0, "")));

    assertThat(changed.text("/error/code")).isEqualTo("settlement_invalid");
    assertThat(changed.text("/error/message"))
        .startsWith("Lines reported before with other amounts: 1.");
    assertThat(florin.query("SELECT reference FROM settlement_line WHERE reference = 'D2'"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "?format=csv, connector, parameter_missing",
    "?connector=simulator, format, parameter_missing",
    "?connector=simulator&format=xml, format, parameter_invalid",
    "?connector=stripe&format=csv, connector, parameter_invalid",
    "?connector=cn_01m869ajefedaaran0jg1qze75&format=csv, connector, resource_missing"
  })
  void a_wrong_query_is_rejected(String query, String parameter, String code) {
    Reply rejected = SettlementFileText.send(florin.client(), query, SettlementFileText.of());

    assertThat(rejected.status()).isEqualTo(400);
    assertThat(rejected.text("/error/param")).isEqualTo(parameter);
    assertThat(rejected.text("/error/code")).isEqualTo(code);
  }

  @Test
  void the_ledger_still_holds() {
    send(
        SettlementFileText.of(
            row("E1", "payment", pay(), 1_000, 30, "P9"), row("E2", "payout", "", -970, 0, "P9")));

    LedgerChecks.assertHolds(florin.database());
  }

  private Reply send(String file) {
    return SettlementFileText.send(florin.client(), file);
  }

  private List<String> references(String id, String query) {
    return florin.get("/v2/settlements/" + id + "/lines" + query).texts("/data", "reference");
  }

  private String pay() {
    return florin.post("/v2/payments", TestApp.payment(1_000, CARD)).text("/id");
  }
}
