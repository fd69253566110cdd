package florin.dashboard.bank;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.CreditorReference;
import florin.core.Id.PayoutId;
import florin.dashboard.parts.BankText;
import florin.http.Form;
import florin.team.Role;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff upload statements and resolve bank transfers. */
@TestInstance(Lifecycle.PER_CLASS)
class BankPagesTest {
  private static final String PATH = "/dashboard/bank";
  private static final String UPLOAD = PATH + "/statements/upload";
  private static final String BOUNDARY = "a-boundary-that-is-nowhere-else";

  private TestApp florin;
  private BankShop bank;
  private DashboardClient owner;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    bank = new BankShop(florin);
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  /** Receives a transfer with this remittance text and returns the ID of the unmatched transfer. */
  private String receive(Waiting payment, long amount, String text) {
    bank.book(payment.iban(), Line.written(amount, "", text));
    bank.awaitMatched();
    return florin.get("/v2/unmatched_transfers?limit=1").text("/data/0/id");
  }

  @Test
  void a_transfer_is_assigned_to_a_suggested_payment_and_names_the_member() {
    Waiting same = bank.ask(7301);
    Waiting other = bank.ask(7302);
    String id = receive(same, 7301, "for the &lt;garden&gt;");

    String page = owner.get(PATH + "/transfers/" + id).body();

    assertThat(page)
        .contains("for the &lt;garden&gt;", same.id(), "Same amount", "€73.01 received")
        .doesNotContain(other.id());

    Reply done =
        owner.submit(
            PATH + "/transfers/" + id,
            PATH + "/transfers/" + id + "/assign",
            Map.of("payment", same.id()));

    assertThat(owner.follow(done).body())
        .contains("Transfer assigned to this payment.", "€73.01 of €73.01");
    assertThat(bank.payment(same).text("/status")).isEqualTo("succeeded");
    assertThat(owner.get(PATH + "/transfers/" + id).body())
        .contains("€73.01 assigned to a payment by ", "Closed")
        .doesNotContain("Possible matches");
  }

  @Test
  void a_mistyped_reference_is_suggested_and_moves_nothing_automatically() {
    Waiting meant = bank.ask(5100);
    String typed = meant.reference().replaceAll(".$", "") + other(meant.reference());
    assertThat(CreditorReference.find(typed)).isEmpty();

    String id = receive(meant, 4200, "Invoice " + typed);

    assertThat(owner.get(PATH + "/transfers/" + id).body())
        .contains(meant.id(), "Similar reference");
    assertThat(bank.payment(meant).text("/status")).isEqualTo("requires_action");
  }

  private static String other(String reference) {
    return reference.endsWith("1") ? "2" : "1";
  }

  @Test
  void an_impossible_assignment_has_a_reason_at_the_field_and_on_the_page() {
    Waiting payment = bank.ask(3300);
    String path = PATH + "/transfers/" + receive(payment, 3300, "no reference");

    Reply wrong = owner.submit(path, path + "/assign", Map.of("payment", "pay_1"));

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("id=\"payment-error\"");
    Reply card = florin.post("/v2/payments", TestApp.payment(3300, "4242424242424242"));
    Reply paid = owner.submit(path, path + "/assign", Map.of("payment", card.text("/id")));
    assertThat(owner.follow(paid).body()).contains("must wait for a bank transfer");
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      assertThat(developer.get(path).body()).doesNotContain("/assign\"", "Possible matches");
    }
  }

  @Test
  void a_transfer_is_assigned_to_a_suggested_payout() {
    Waiting payment = bank.ask(4600);
    String payout = report(8801, "2026-11-22");
    report(8801, "2026-11-23");
    report(8801, "2026-11-14");
    report(8802, "2026-11-20");
    String path = PATH + "/transfers/" + receive(payment, 8801, "card sales of Friday");

    String page = owner.get(path).body();
    Reply wrong = owner.submit(path, path + "/assign", Map.of("payout", "po_1"));
    Reply done = owner.submit(path, path + "/assign", Map.of("payout", payout));

    assertThat(page)
        .contains("<strong>€88.01</strong> Payout of Simulator, 22 Nov 2026", payout)
        .doesNotContain("23 Nov 2026", "14 Nov 2026", "€88.02");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("id=\"payout-error\"");
    assertThat(owner.follow(done).body())
        .contains(
            "Transfer assigned to the payout.",
            "€88.01 assigned to a payout by ",
            "Payout of Simulator, 22 Nov 2026",
            "Closed")
        .doesNotContain("Possible matches");
    String statement =
        florin
            .get("/v2/bank_entries/" + florin.get("/v2/bank_entries?limit=1").text("/data/0/id"))
            .text("/bank_statement");
    assertThat(owner.get(PATH + "/statements/" + statement).body())
        .contains("Payout of Simulator, 22 Nov 2026");
  }

  private String report(long amount, String day) {
    var id = UUID.randomUUID();
    florin.update(
        "INSERT INTO payout (realm_id, id, version, connector, reference, status, currency, amount, arrives_on, has_all_lines, created_at) SELECT realm_id, ?, 1, 'simulator', ?, 'in_transit', 'eur', ?, ?::date, false, now() FROM receiving_account LIMIT 1",
        id,
        id.toString(),
        amount,
        day);
    return new PayoutId(id).text();
  }

  @Test
  void ambiguous_money_that_was_booked_twice_is_confirmed_and_can_be_returned() {
    String id = receive(bank.ask(2711), 2711, "sorry");
    florin.update(
        "UPDATE bank_entry SET possible_duplicate = true WHERE amount = 2711 AND NOT debit");
    florin.update("UPDATE unapplied_funds SET reason = 'possible_duplicate' WHERE amount = 2711");
    String path = PATH + "/transfers/" + id;

    assertThat(owner.get(path).body()).doesNotContain("Return…");
    Reply done = owner.submit(path, path + "/confirm", Map.of());

    assertThat(owner.follow(done).body())
        .contains("Confirmed as booked twice, by ", "Return…")
        .doesNotContain("Dismiss…");
    assertThat(florin.get("/v2/unmatched_transfers/" + id).text("/reason"))
        .isEqualTo("no_reference");
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'unmatched_transfer.confirm'"))
        .hasSize(1);
    assertThat(owner.follow(owner.submit(path, path + "/return", Map.of())).body())
        .contains("Return requested: €27.11, by ");
  }

  @Test
  void a_return_shows_its_method_and_the_member() {
    Waiting payment = bank.ask(2700);
    String id = receive(payment, 2700, "sorry");
    String path = PATH + "/transfers/" + id;

    Reply done = owner.submit(path, path + "/return", Map.of());

    assertThat(owner.follow(done).body())
        .contains(" goes into the next payment file.", "Return requested: €27.00, by ");
  }

  @Test
  void the_list_shows_open_items_and_can_be_filtered_by_status_amount_and_account() {
    Waiting payment = bank.ask(8801);
    String id = receive(payment, 8801, "a needle in a haystack");
    String account = florin.get("/v2/receiving_accounts").text("/data/0/id");

    assertThat(list("/transfers")).contains(id, "a needle in a haystack", "No reference");
    assertThat(list("/transfers?amount_from=88.01&amount_to=88.01&account=" + account))
        .contains(id);
    assertThat(list("/transfers?amount_from=88.02")).doesNotContain(id);
    assertThat(list("/transfers?status=closed")).doesNotContain(id);
    assertThat(list("/transfers?status=all&amount_from=88.01")).contains(id);
    assertThat(list("/transfers?amount_from=x")).contains("Must be an amount");
    assertThat(list("/transfers?status=lost")).contains("status-error");
    assertThat(owner.get(PATH + "/transfers.csv?amount_from=88.01&amount_to=88.01").body())
        .contains(
            "id,created,created_local,status", id, "a needle in a haystack", "88.01,88.01,eur");
    assertThat(owner.get("/dashboard").body()).contains("to assign");
  }

  private String list(String query) {
    return owner.get(PATH + query).body();
  }

  @Test
  void finance_works_through_one_queue_of_all_tasks_the_oldest_first() {
    Waiting paid = bank.ask(5500);
    String transfer = receive(paid, 4100, "which garden?");
    bank.book(paid.iban(), Line.credit(6200, "", paid.reference()));
    bank.awaitMatched();
    String credit =
        florin.get("/v2/customer_credits?limit=1&payment=" + paid.id()).text("/data/0/id");
    florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 1234}".formatted(paid.id()));
    bank.skip(100);
    String statement =
        bank.book(paid.iban(), Line.debit(100, "", "")).text("/bank_statements/0/id");
    florin.update(
        "UPDATE unapplied_funds SET created_at = created_at - interval '9 days' WHERE amount = 4100");

    try (var finance = DashboardClient.of(florin, Role.FINANCE)) {
      String queue = finance.get(PATH).body();

      assertThat(queue)
          .containsSubsequence("To do <span", "Unmatched transfers <span", "Statements")
          .containsSubsequence(
              PATH + "/transfers/" + transfer, "No reference · which garden?", "€41.00", "9 days")
          .contains(
              PATH + "/credits/" + credit,
              "Overpaid",
              "€7.00",
              "Create payment file",
              "refunds to order",
              PATH + "/statements/" + statement,
              "Before the statement of ");
      assertThat(queue.indexOf(transfer)).isLessThan(queue.indexOf(credit));
      assertThat(finance.get(PATH + "/payment-files").body()).contains("Create payment file now");
      assertThat(finance.get(PATH + "/credits/" + credit).body()).contains("Return…");
      assertThat(finance.get(PATH + "/transfers/" + transfer).body()).contains("Assign…");
    }
  }

  @Test
  void a_statement_shows_the_reconciliation_of_each_entry_and_missing_statements() {
    Waiting payment = bank.ask(6100);
    Reply taken =
        bank.book(
            payment.iban(),
            Line.credit(6500, "", payment.reference()),
            Line.written(1200, "", "nobody knows"),
            Line.debit(900, "", ""));
    bank.awaitMatched();
    String path = PATH + "/statements/" + taken.text("/bank_statements/0/id");

    assertThat(owner.get(path).body())
        .contains(
            "€61.00 for a payment",
            "/dashboard/payments/" + payment.id(),
            "€4.00 as a credit",
            "€12.00 to assign",
            "−€9.00",
            "Not a Florin payment",
            "Opening balance");
  }

  @Test
  void the_entries_of_a_statement_are_a_file_with_a_line_for_each_match() {
    Waiting payment = bank.ask(7100);
    Reply taken =
        bank.book(
            payment.iban(),
            Line.credit(7500, "CSV-1", payment.reference()),
            Line.written(1300, "CSV-2", "=nobody knows"),
            Line.debit(900, "CSV-3", ""));
    bank.awaitMatched();
    String statement = taken.text("/bank_statements/0/id");
    String file = PATH + "/entries.csv?bank_statement=" + statement;
    Reply api = florin.get("/v2/bank_entries?bank_statement=" + statement);
    String receipt = api.text("/data/1/matches/0/unmatched_transfer");
    String credit = api.text("/data/2/matches/0/customer_credit");

    String iban = payment.iban();
    String name =
        "EUR •••• %s, %s"
            .formatted(
                iban.substring(iban.length() - 4),
                BankText.day(LocalDate.parse(taken.text("/bank_statements/0/stated_on"))));
    assertThat(owner.get(PATH + "/statements/" + statement).body()).contains(file, "<h1>" + name);
    assertThat(list("/statements")).contains("><bdi>" + name);
    List<String> lines = owner.get(file).body().lines().toList();
    assertThat(lines.getFirst())
        .startsWith("id,bank_statement,receiving_account,status,direction,reversal,amount")
        .endsWith(
            "payment,refund,customer_credit,unmatched_transfer,payout,match_amount,created,created_local");
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).contains(",other,debit,false,9.00,eur,", "CSV-3", ",false,,,,,,,");
    assertThat(lines.get(2)).contains("'=nobody knows", ",,," + receipt + ",,13.00,");
    assertThat(lines.get(3)).contains(",75.00,eur,", ",,," + credit + ",,,4.00,");
    assertThat(lines.get(4)).contains(",75.00,eur,", "," + payment.id() + ",,,,,71.00,");
    assertThat(owner.get(file + "&until=2001-01-01").body().lines()).hasSize(1);
    assertThat(owner.get(PATH + "/entries.csv?from=yesterday").status()).isEqualTo(303);
  }

  @Test
  void a_gap_is_shown_with_both_balances_and_the_remedy() {
    Waiting payment = bank.ask(1100);
    bank.book(payment.iban(), Line.credit(1100, "", payment.reference()));
    var late = new BankStatementText("G-1", payment.iban(), 777_777_700, List.of());
    String id = bank.send(late.xml()).text("/bank_statements/0/id");

    assertThat(owner.get(PATH + "/statements/" + id).body())
        .contains(
            "This statement opens with €7,777,777.00, but the previous one closes with €",
            "Get it from your bank and upload it. The entries below already count.");
    assertThat(list("/statements?note=gap")).contains(id, "Previous one missing");
  }

  @Test
  void a_test_payer_sends_the_money_from_the_page_of_the_payment() {
    Waiting payment = bank.ask(4400);
    String path = "/dashboard/payments/" + payment.id();

    Reply half = owner.submit(path, path + "/transfer", Map.of("kind", "short"));
    bank.awaitMatched();

    assertThat(owner.follow(half).body()).contains("The simulated bank booked the transfer.");
    assertThat(owner.get(path).body())
        .contains("€22.00 of €44.00", "<dt>Remaining</dt>", "€22.00 received, €22.00 to go.");

    owner.submit(path, path + "/transfer", Map.of("kind", "over"));
    bank.awaitMatched();

    assertThat(owner.get(path).body())
        .contains(
            "€55.00 · €44.00 to this payment · €11.00 to customer credit",
            "€11.00: overpaid",
            "€33.00 received from ")
        .doesNotContain("<dt>Remaining</dt>");
  }

  @Test
  void a_form_that_is_sent_twice_books_one_transfer() {
    Waiting payment = bank.ask(9100);
    String path = "/dashboard/payments/" + payment.id();
    Reply page = owner.get(path);
    String once = page.body().replaceFirst("(?s).*name=\"once\" value=\"([^\"]+)\".*", "$1");
    for (int i = 0; i < 2; i++) {
      owner.post(
          path,
          path + "/transfer",
          DashboardClient.formToken(page),
          Map.of("kind", "short", "once", once));
    }
    bank.awaitMatched();

    assertThat(owner.get(path).body()).contains("€45.50 of €91.00");
  }

  @Test
  void a_statement_is_uploaded_once_and_an_invalid_file_has_a_reason() {
    Waiting payment = bank.ask(1900);
    long balance =
        Long.parseLong(
            florin
                .query(
                    "SELECT closing FROM bank_statement WHERE status = 'booked' ORDER BY stated_on DESC, id DESC LIMIT 1")
                .stream()
                .findFirst()
                .orElse("0"));
    byte[] file =
        new BankStatementText(
                "U-1",
                payment.iban(),
                balance,
                List.of(
                    Line.credit(1900, "", payment.reference()),
                    Line.written(10, "", "x".repeat(100_000).substring(0, 140))))
            .xml()
            .getBytes(StandardCharsets.UTF_8);

    Reply done = upload(file);

    assertThat(owner.follow(done).body())
        .contains("Imported: 1 statement with 2 entries.", "Dashboard upload");
    bank.awaitMatched();
    assertThat(bank.payment(payment).text("/status")).isEqualTo("succeeded");
    assertThat(owner.follow(upload(file)).body())
        .contains("This file was already uploaded. Nothing changed.");
    assertRefused("nonsense".getBytes(StandardCharsets.UTF_8), "not a supported bank statement");
    assertRefused(new byte[0], "Choose a statement file from your bank.");
    assertRefused(
        new String(file, StandardCharsets.UTF_8)
            .replace("<Id>U-1</Id>", "<Id>U-2</Id>")
            .replace("1900", "1901")
            .replace("19.00", "19.01")
            .getBytes(StandardCharsets.UTF_8),
        "othing was imported.");
  }

  private void assertRefused(byte[] file, String words) {
    Reply refused = upload(file);
    assertThat(refused.status()).as(words).isEqualTo(422);
    assertThat(refused.body()).contains("id=\"file-error\"", words);
  }

  @Test
  void an_oversized_forged_or_unauthenticated_upload_is_rejected() {
    byte[] small = "nonsense".getBytes(StandardCharsets.UTF_8);
    byte[] tooLong = body("none", new byte[StatementPages.MAX_BYTES + Form.MAX_BYTES]);
    assertThat(announce(owner, tooLong).status()).isEqualTo(413);
    assertThat(send(owner, body("not it", small)).status()).isEqualTo(403);
    try (var stranger = DashboardClient.stranger(florin);
        var support = DashboardClient.of(florin, Role.SUPPORT)) {
      // Florin redirects an unauthenticated client before it checks the length.
      Reply sent = announce(stranger, tooLong);
      assertThat(sent.status()).isEqualTo(303);
      assertThat(sent.header("Location").orElse("")).startsWith("/dashboard/sign-in");
      assertThat(send(support, body(DashboardClient.formToken(support.get(PATH)), small)).status())
          .isEqualTo(403);
    }
    byte[] whole = body(DashboardClient.formToken(owner.get(UPLOAD)), small);
    assertThat(send(owner, Arrays.copyOf(whole, whole.length - 8)).status()).isEqualTo(400);
  }

  private Reply upload(byte[] file) {
    return send(owner, body(DashboardClient.formToken(owner.get(UPLOAD)), file));
  }

  private static Reply send(DashboardClient by, byte[] body) {
    return by.send(posting(by, body).build());
  }

  /**
   * Sends the body only after the server's 100 response, so that the test sees an early rejection.
   */
  private static Reply announce(DashboardClient by, byte[] body) {
    return by.send(posting(by, body).expectContinue(true).build());
  }

  private static HttpRequest.Builder posting(DashboardClient by, byte[] body) {
    return by.request(UPLOAD)
        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
        .header("Origin", by.origin())
        .header("Referer", by.origin() + UPLOAD)
        .POST(BodyPublishers.ofByteArray(body));
  }

  /** The token follows the file, which is longer than one read of the server. */
  private static byte[] body(String token, byte[] file) {
    var body = new ByteArrayOutputStream();
    String part = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"";
    String name = file.length == 0 ? "" : "statement.xml";
    write(body, part + "file\"; filename=\"" + name + "\"\r\n\r\n");
    body.writeBytes(file);
    write(body, "\r\n" + part + "csrf\"\r\n\r\n" + token + "\r\n--" + BOUNDARY + "--\r\n");
    return body.toByteArray();
  }

  private static void write(ByteArrayOutputStream body, String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_bank_account_shows_its_last_statement_and_all_but_its_number_can_be_edited() {
    Waiting payment = bank.ask(1500);
    bank.book(payment.iban(), Line.credit(1500, "", payment.reference()));
    String path =
        "/dashboard/bank-accounts/" + florin.get("/v2/receiving_accounts").text("/data/0/id");

    assertThat(owner.get(path).body()).contains("Balance", "Last statement", "camt.053");

    Reply saved =
        owner.submit(
            path + "/edit",
            path + "/edit",
            Map.of(
                "holder",
                "Another & Co",
                "bic",
                "COBADEFFXXX",
                "statement_format",
                "camt.053",
                "current_password",
                DashboardClient.PASSWORD));

    assertThat(owner.follow(saved).body())
        .contains("Bank account saved. New payments use it.", "Another &amp; Co", "COBADEFFXXX");
    Reply wrong =
        owner.submit(
            path + "/edit",
            path + "/edit",
            Map.of("holder", "A", "bic", "no", "statement_format", "camt.053"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("id=\"bic-error\"");
  }

  @Test
  void home_names_an_account_with_rejected_statements_by_its_label() {
    Waiting payment = bank.ask(901);
    String account = florin.get("/v2/receiving_accounts").text("/data/0/id");
    florin.update(
        "INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at) VALUES (%d, 'statement_refused', '%s', now(), now())"
            .formatted(florin.realm().id(), account));

    String home = owner.get("/dashboard").body();

    assertThat(home)
        .contains("Florin rejected bank statements in the folder of")
        .contains("EUR •••• " + payment.iban().substring(payment.iban().length() - 4))
        .doesNotContain(account);
    florin.update("DELETE FROM alert WHERE kind = 'statement_refused'");
  }
}
