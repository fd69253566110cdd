package florin.books;

import static florin.books.SettlementFileText.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
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
  void a_payout_with_a_fee_is_closed_with_the_amount_that_the_bank_gets() {
    try (TestApp shop = TestApp.open()) {
      String paid = shop.post("/v2/payments", TestApp.payment(1_000, CARD)).text("/id");
      Reply taken =
          SettlementFileText.send(
              shop.client(),
              SettlementFileText.of(
                  row("A1", "payment", paid, 1_000, 30, "P1"),
                  row("A2", "payout", "", -960, 10, "P1")));
      assertThat(taken.status()).as(taken.body()).isEqualTo(200);
      Reply payout = shop.get("/v2/payouts");
      assertThat(payout.number("/data/0/amount")).isEqualTo(960);
      shop.update("UPDATE payout SET has_all_lines = true");

      shop.post("/v2/payouts/" + payout.text("/data/0/id") + "/confirm", "{}");

      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> shop.get("/v2/payouts").text("/data/0/status").equals("closed"));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> shop.get("/v2/balance").number("/balances/0/in_transit") == 0);
      Reply report = shop.get("/v2/payout_report?month=2026-11");
      assertThat(report.number("/payouts/0/fees")).as(report.body()).isEqualTo(-40);
      assertThat(report.number("/payouts/0/unreported")).isZero();
      LedgerChecks.assertHolds(shop.database());
    }
  }

  @Test
  void a_large_file_is_posted_in_steps() {
    int lines = SettlementStore.MAX_POSTED + 1;
    try (TestApp shop = TestApp.open()) {
      String file =
          SettlementFileText.of(
              IntStream.range(0, lines)
                  .mapToObj(i -> row("F" + i, "fee", "", -7, 0, ""))
                  .toArray(String[]::new));

      Reply taken = SettlementFileText.send(shop.client(), file);

      assertThat(taken.status()).as(taken.body()).isEqualTo(200);
      assertThat(taken.number("/lines")).isEqualTo(lines);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> shop.get("/v2/balance").json().at("/complete").asBoolean());
      assertThat(shop.query("SELECT count(*) || ' ' || sum(amount) FROM ledger_transfer"))
          .containsExactly(2 * lines + " " + 14 * lines);
      LedgerChecks.assertHolds(shop.database());
    }
  }

  @Test
  void another_csv_is_imported_with_a_mapping() {
    String paid = pay();
    String mapping =
        """
        # a made provider
        separator = ;
        reference = Nr
        type = Art
        types = Verkauf=payment | Auszahlung=payout
        ignored = Info
        subject = Beleg
        decimal = ,
        thousands = .
        fixed_currency = usd
        gross = Brutto
        fee = -Gebühr
        occurred_at = Datum
        date_format = dd.MM.yyyy HH:mm
        fixed_time_zone = Europe/Berlin
        payout = Auszahlungsnr
        """;
    String file =
        """
        Nr;Art;Beleg;Brutto;Gebühr;Datum;Auszahlungsnr
        M1;Verkauf;%s;10,00;-0,35;27.11.2026 00:30;P7
        M2;Info;;;;;
        M3;Auszahlung;;-1.009,65;0;28.11.2026 09:00;P7
        """
            .formatted(paid);

    Reply taken = mapped(mapping, file);

    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(taken.text("/format")).isEqualTo("mapping");
    assertThat(taken.number("/counts/matched")).isEqualTo(1);
    Reply line = florin.get("/v2/settlements/" + taken.text("/id") + "/lines?status=matched");
    assertThat(line.number("/data/0/fee")).isEqualTo(35);
    assertThat(line.number("/data/0/occurred_at"))
        .isEqualTo(Instant.parse("2026-11-26T23:30:00Z").getEpochSecond());
    assertThat(florin.get("/v2/payouts?limit=100").body()).contains("\"amount\":100965");

    assertThat(mapped(mapping, file.replace("10,00", "10.00")).text("/error/message"))
        .isEqualTo(
            "Line 2: Brutto must be a number such as 10,00. Correct the file; no line was imported.");
    assertThat(
            mapped(mapping, file.replace("27.11.2026 00:30", "2026-11-27")).text("/error/message"))
        .isEqualTo(
            "Line 2: Datum must be a time as date_format describes it. Correct the file; no line was imported.");
    assertThat(mapped(mapping, file.replace("Verkauf;", "Sale;")).text("/error/message"))
        .startsWith("Line 2: Art is no known type.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "fee = Fee > fees = Fee > mapping line 8: A mapping has no such key. Correct it; nothing was imported.",
        "fee = Fee > fee = > mapping line 8: Write a key and a value, such as: fee = Fee. Correct it; nothing was imported.",
        "fee = Fee > net = Net > mapping line 8: net is there twice. Correct it; nothing was imported.",
        "type = Type > decimal = , > mapping line 1: The mapping needs type. Correct it; nothing was imported.",
        "net = Net > tax = Tax > mapping line 1: The mapping needs gross or net. Correct it; nothing was imported.",
        "Sale=payment > Sale=gift > mapping line 3: types must have elements such as: Sale=payment. Correct it; nothing was imported.",
        "currency = Currency > fixed_currency = xxq > mapping line 4: fixed_currency is no active currency of ISO 4217. Correct it; nothing was imported.",
        "date_format = dd.MM.yyyy > date_format = qqqqqqq > mapping line 7: date_format must be a pattern such as dd.MM.yyyy or dd.MM.yyyy HH:mm:ss. Correct it; nothing was imported."
      })
  void a_wrong_mapping_is_rejected_with_its_line(String good, String wrong, String message) {
    String mapping =
        """
        reference = Id
        type = Type
        types = Sale=payment
        currency = Currency
        net = Net
        occurred_at = Date
        date_format = dd.MM.yyyy
        fee = Fee
        """;

    assertThat(mapped(mapping.replace(good, wrong), "Id\n").text("/error/message"))
        .isEqualTo(message);
  }

  @Test
  void a_mapping_is_for_its_format_only() {
    assertThat(
            SettlementFileText.send(florin.client(), "?connector=simulator&format=mapping", "x\n")
                .text("/error/message"))
        .isEqualTo(
            "mapping is for the format mapping, which needs it. Correct it; nothing was imported.");
  }

  private Reply mapped(String mapping, String file) {
    return SettlementFileText.send(
        florin.client(),
        "?connector=simulator&format=mapping&mapping="
            + URLEncoder.encode(mapping, StandardCharsets.UTF_8),
        file);
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
  void equal_files_at_the_same_time_are_one() {
    String file = SettlementFileText.of(row("G1", "payout", "", -50, 0, "PG"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Reply>> replies =
          IntStream.range(0, 2)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> send(file), threads))
              .toList();

      assertThat(replies.stream().map(CompletableFuture::join))
          .extracting(Reply::status)
          .containsOnly(200);
      assertThat(replies.stream().map(reply -> reply.join().text("/id")).distinct()).hasSize(1);
    }
  }

  @Test
  void a_line_belongs_to_a_payout_that_an_earlier_file_has() {
    send(SettlementFileText.of(row("H1", "payout", "", -50, 0, "PH")));
    Reply later =
        send(
            SettlementFileText.of(
                row("H2", "adjustment", "", 50, 0, "PH"),
                row("H3", "adjustment", "", 50, 0, "PX")));

    assertThat(later.status()).as(later.body()).isEqualTo(200);
    assertThat(
            florin.query(
                "SELECT l.reference FROM payout_line o JOIN settlement_line l ON l.id = o.line_id WHERE l.reference LIKE 'H%'"))
        .containsExactly("H2");
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
                row("D2", "payout", "", -50, 0, "PD"), row("D1", "fee", "", -51, 0, "")));

    assertThat(changed.text("/error/code")).isEqualTo("settlement_invalid");
    assertThat(changed.text("/error/message"))
        .startsWith("1 line was reported before with other amounts: line 3.");
    assertThat(florin.query("SELECT reference FROM settlement_line WHERE reference = 'D2'"))
        .isEmpty();
    assertThat(florin.query("SELECT reference FROM payout WHERE reference = 'PD'")).isEmpty();
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
