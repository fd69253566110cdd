package florin.bank.imports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.testing.BankReconciliation;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.Mt940Text;
import florin.testing.Reply;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which entries of a statement are booked, which are duplicates, and which files are rejected. */
@TestInstance(Lifecycle.PER_CLASS)
class ImportRulesTest {
  private static final String CAMT = "DE89370400440532013000";
  private static final String SWIFT = "NL91ABNA0417164300";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    account(florin.realm().id(), CAMT, "camt.053", "enabled");
    account(florin.realm().id(), SWIFT, "mt940", "disabled");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @AfterEach
  void nothing_is_lost_duplicated_or_half_done() {
    awaitMatched();
    BankReconciliation.checkAtRest(florin.database());
  }

  private void account(long realm, String iban, String format, String status) {
    florin.update(
        "INSERT INTO receiving_account (realm_id, id, version, status, iban, holder, currency, statement_format, created_at)"
            + " VALUES (?, ?, 1, ?, ?, 'Shop GmbH', 'eur', ?, now())",
        realm,
        UUID.randomUUID(),
        status,
        iban,
        format);
  }

  private static Reply send(TestClient client, String file) {
    return client.send(
        client
            .request("/v2/bank_statements")
            .header("Content-Type", "application/xml")
            .POST(BodyPublishers.ofString(file))
            .build());
  }

  private Reply take(String file) {
    Reply taken = send(florin.client(), file);
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    awaitMatched();
    return taken;
  }

  private void awaitMatched() {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> florin.get("/v2/bank_entries?status=new").texts("/data", "id").isEmpty());
  }

  private static String statement(String id, String iban, Line... lines) {
    return new BankStatementText(id, iban, 0, List.of(lines)).xml();
  }

  private Reply entriesOf(Reply taken) {
    return florin.get("/v2/bank_entries?bank_statement=" + taken.text("/bank_statements/0/id"));
  }

  @Test
  void one_format_books_for_an_account() {
    Reply refused =
        send(florin.client(), statement("F-1", SWIFT, Line.written(10, "F1", "by the wrong way")));

    assertThat(refused.text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(refused.text("/error/message")).contains("statement format mt940");
  }

  @Test
  void an_account_named_by_an_older_number_is_the_one_that_the_request_names() {
    String old = Mt940Text.of("417164300", "1");

    Reply unnamed = send(florin.client(), old);
    Reply other = sendFor(accountId(CAMT), old);
    Reply unknown = sendFor("ba_00000000000000000000000000", old);
    Reply taken = sendFor(accountId(SWIFT), old);

    assertThat(unnamed.text("/error/message")).contains("send receiving_account", "Nothing");
    assertThat(other.text("/error/message")).contains("send receiving_account", "Nothing");
    assertThat(unknown.text("/error/code")).isEqualTo("resource_missing");
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(taken.text("/bank_statements/0/receiving_account")).isEqualTo(accountId(SWIFT));
    assertThat(sendFor(accountId(SWIFT), old).bool("/already_known")).isTrue();
    assertThat(sendFor(accountId(CAMT), old).text("/error/message"))
        .as("a known statement for another account")
        .contains("a different receiving account");
  }

  @Test
  void a_statement_of_another_account_than_the_request_names_is_rejected() {
    Reply refused = sendFor(accountId(CAMT), Mt940Text.of(SWIFT, "2"));

    assertThat(refused.text("/error/message"))
        .contains("a different receiving account than the requested one");
    assertThat(sendFor("ba_1", Mt940Text.of(SWIFT, "2")).body())
        .contains("receiving_account", "parameter_invalid");
  }

  @ParameterizedTest
  @CsvSource({"'PK\u0003\u0004', ZIP archive", "'\u001f\u008b', gzip", "%PDF-1.7, PDF"})
  void an_unreadable_kind_of_file_is_named_in_the_error(String magic, String name) {
    Reply refused =
        florin
            .client()
            .send(
                florin
                    .client()
                    .request("/v2/bank_statements")
                    .header("Content-Type", "application/octet-stream")
                    .POST(
                        BodyPublishers.ofByteArray(
                            (magic + "statement.camt.053.xml<").getBytes(ISO_8859_1)))
                    .build());

    assertThat(refused.text("/error/code")).isEqualTo("bank_statement_invalid");
    assertThat(refused.text("/error/message")).contains(name, "othing was imported.");
  }

  private String accountId(String iban) {
    return new ReceivingAccountId(
            UUID.fromString(
                florin
                    .query("SELECT id::text FROM receiving_account WHERE iban = ?", iban)
                    .getFirst()))
        .text();
  }

  private Reply sendFor(String account, String file) {
    return florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/bank_statements?receiving_account=" + account)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(file))
                .build());
  }

  @Test
  void an_announced_entry_is_not_booked() {
    String file = statement("G-1", CAMT, Line.written(10, "G1", "booked"));
    String entry = file.substring(file.indexOf("<Ntry>"), file.indexOf("</Stmt>"));
    String announced = entry.replace("<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>").replace("G1", "G2");

    Reply taken = take(file.replace("</Stmt>", announced + "</Stmt>"));

    assertThat(taken.number("/bank_statements/0/entries")).isEqualTo(1);
    assertThat(entriesOf(taken).texts("/data", "bank_reference")).containsExactly("G1");
  }

  /** An entry without a bank reference would be booked again with the statement. */
  @Test
  void a_notification_books_only_entries_that_the_statement_repeats() {
    String notice =
        statement("H-0", CAMT, Line.written(10, "H1", "named"), Line.written(20, "", "nameless"))
            .replaceAll("<Bal>.*?</Bal>\n", "")
            .replace("camt.053", "camt.054")
            .replace("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn")
            .replace("Stmt>", "Ntfctn>");
    Reply told = take(notice);

    Reply stated =
        take(
            statement(
                "H-1", CAMT, Line.written(10, "H1", "named"), Line.written(20, "", "nameless")));

    assertThat(entriesOf(told).texts("/data", "bank_reference")).containsExactly("H1");
    assertThat(stated.number("/bank_statements/0/entries")).isEqualTo(2);
    assertThat(stated.number("/bank_statements/0/duplicates")).isEqualTo(1);
  }

  @Test
  void the_same_name_of_another_amount_or_day_or_direction_is_another_entry() {
    take(statement("I-1", CAMT, Line.written(100, "I1", "x")));

    Reply other = take(statement("I-2", CAMT, Line.written(101, "I1", "x")));
    Reply later =
        take(
            statement("I-3", CAMT, Line.written(100, "I1", "x"))
                .replace("2026-11-20", "2026-11-21"));
    Reply back = take(statement("I-4", CAMT, Line.debit(100, "I1", "")));
    Reply same = take(statement("I-5", CAMT, Line.written(100, "I1", "x")));

    for (Reply another : List.of(other, later, back)) {
      assertThat(another.number("/bank_statements/0/duplicates")).as(another.body()).isZero();
    }
    assertThat(same.number("/bank_statements/0/duplicates")).isEqualTo(1);
  }

  @Test
  void a_card_number_that_a_payer_writes_is_kept_nowhere() {
    Reply taken =
        take(statement("J-1", CAMT, Line.written(10, "J1", "from 4242 4242 4242 4242, thanks")));

    assertThat(entriesOf(taken).text("/data/0/message")).contains("thanks").doesNotContain("4242");
  }

  @Test
  void a_mistyped_reference_that_looks_like_a_card_number_is_kept() {
    Line typed = Line.written(10, "J2", "RF36 2272 0627 1667 thanks");
    Line card = Line.written(10, "J3", "RF4242424242424242 or 36227206271667");

    Reply taken = take(statement("J-2", CAMT, typed, card));

    assertThat(entriesOf(taken).texts("/data", "message"))
        .containsExactlyInAnyOrder(
            "RF36 2272 0627 1667 thanks", "RF•••••••••••••••• or ••••••••••••••");
  }

  @Test
  void a_card_number_in_the_banks_reference_is_masked_and_references_stay_distinct() {
    String one = "4242 4242 4242 4242";
    String two = "4000 0000 0000 0002";
    Line first = Line.written(10, one, "x");
    Line second = Line.written(10, two, "x");

    Reply taken = take(statement("A " + one, CAMT, first, second));
    Reply again = take(statement("B " + one, CAMT, first, second));
    Reply third = take(statement("A " + two, CAMT, Line.written(20, two, "x")));

    List<String> names = entriesOf(taken).texts("/data", "bank_reference");
    assertThat(names).hasSize(2).doesNotHaveDuplicates();
    assertThat(names).allMatch(name -> name.startsWith("•••• •••• •••• •••• "));
    assertThat(again.number("/bank_statements/0/duplicates")).isEqualTo(2);
    assertThat(third.number("/bank_statements/0/duplicates")).isZero();
    assertThat(taken.text("/bank_statements/0/bank_reference")).startsWith("A •••• ");
    assertThat(
            florin.query(
                "SELECT 1 FROM bank_entry e JOIN bank_statement s ON s.id = e.statement_id WHERE e.bank_reference || s.bank_reference LIKE '%4242 4242%'"))
        .isEmpty();
  }

  @Test
  void an_entry_for_many_transfers_becomes_one_row_per_transfer() {
    String file = statement("K-1", CAMT, Line.written(30, "K1", "one"));
    String one = file.substring(file.indexOf("<TxDtls>"), file.indexOf("</NtryDtls>"));
    String two =
        one.replace("0.30", "0.10") + one.replace("0.30", "0.20").replace(">one<", ">two<");

    Reply taken = take(file.replace(one, two));

    Reply entries = entriesOf(taken);
    assertThat(entries.texts("/data", "amount")).containsExactlyInAnyOrder("10", "20");
    assertThat(entries.texts("/data", "message")).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void a_statement_is_hidden_and_unmatched_while_it_is_imported() {
    Reply taken = take(statement("L-1", CAMT, Line.written(10, "L1", "x")));
    UUID statement = UUID.randomUUID();
    UUID entry = new UUID(-1L, 7);
    copy(
        "bank_statement",
        "bank_reference = 'L-1'",
        "'id', '%s', 'status', 'staged', 'bank_reference', 'L-2'".formatted(statement));
    copy(
        "bank_entry",
        "bank_reference = 'L1'",
        "'id', '%s', 'statement_id', '%s', 'status', 'new'".formatted(entry, statement));
    try {
      Reply next = send(florin.client(), statement("L-3", CAMT, Line.written(10, "L3", "x")));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> entriesOf(next).texts("/data", "status").equals(List.of("unmatched")));

      assertThat(florin.query("SELECT status FROM bank_entry WHERE id = ?", entry))
          .containsExactly("new");
      assertThat(florin.get("/v2/bank_entries?status=new").texts("/data", "id")).isEmpty();
      assertThat(taken.texts("/bank_statements", "id"))
          .isSubsetOf(florin.get("/v2/bank_statements?limit=100").texts("/data", "id"));
    } finally {
      florin.update("DELETE FROM bank_entry WHERE id = ?", entry);
      florin.update("DELETE FROM bank_statement WHERE id = ?", statement);
    }
  }

  private void copy(String table, String which, String but) {
    assertThat(
            florin.update(
                "INSERT INTO %1$s SELECT copy.* FROM (SELECT t FROM %1$s t WHERE %2$s LIMIT 1) one, jsonb_populate_record(one.t, jsonb_build_object(%3$s)) copy"
                    .formatted(table, which, but)))
        .isEqualTo(1);
  }

  /** A leaked key must not close a real transfer, nor pay with money that did not arrive. */
  @Test
  void a_live_key_decides_about_no_ambiguous_money() {
    var keys = SpecialKeys.ofNewAccount(florin);
    try (var live = new TestClient(florin.app().port(), keys.live())) {
      String iban = "IE29AIBK93115212345678";
      account(realmOfNewest(), iban, "camt.053", "enabled");
      florin.update(
          "UPDATE receiving_account SET uploads_allowed = true WHERE realm_id = ?",
          realmOfNewest());
      send(live, statement("V-9", iban, Line.written(100, "V9", "x")));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() ->
              !live.get("/v2/unmatched_transfers?status=open").texts("/data", "id").isEmpty());
      florin.update(
          "UPDATE unapplied_funds SET reason = 'possible_duplicate' WHERE realm_id = ?",
          realmOfNewest());
      String path =
          "/v2/unmatched_transfers/"
              + live.get("/v2/unmatched_transfers?status=open").text("/data/0/id");

      for (Reply refused :
          List.of(
              live.post(path + "/assign", "{\"payment\": \"pay_01m8gr3151f1gbftabq6rnsd6y\"}"),
              live.post(path + "/dismiss", "{}"))) {
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        assertThat(refused.text("/error/code")).isEqualTo("dashboard_required");
      }
      assertThat(live.get(path).text("/status")).isEqualTo("open");
    }
  }

  private long realmOfNewest() {
    return Long.parseLong(
        florin
            .query(
                "SELECT realm_id::text FROM api_key WHERE realm_id % 2 = 1 ORDER BY id DESC LIMIT 1")
            .getFirst());
  }

  /** A stolen key must not be able to invent money. */
  @Test
  void live_statements_by_api_key_need_permission_and_must_be_in_order() {
    var keys = SpecialKeys.ofNewAccount(florin);
    try (var live = new TestClient(florin.app().port(), keys.live())) {
      long realm = realmOfNewest();
      account(realm, "GB82WEST12345698765432", "camt.053", "enabled");
      String first = statement("V-1", "GB82WEST12345698765432", Line.written(100, "V1", "x"));

      Reply forbidden = send(live, first);
      florin.update(
          "UPDATE receiving_account SET uploads_allowed = true WHERE realm_id = ?", realm);
      Reply allowed = send(live, first);
      Reply leap =
          send(
              live,
              new BankStatementText(
                      "V-3", "GB82WEST12345698765432", 900, List.of(Line.written(5, "V3", "x")))
                  .xml());
      Reply next =
          send(
              live,
              new BankStatementText(
                      "V-2", "GB82WEST12345698765432", 100, List.of(Line.written(5, "V2", "x")))
                  .xml());

      assertThat(forbidden.status()).as(forbidden.body()).isEqualTo(403);
      assertThat(forbidden.text("/error/code")).isEqualTo("dashboard_required");
      assertThat(allowed.status()).as(allowed.body()).isEqualTo(200);
      assertThat(leap.status()).as(leap.body()).isEqualTo(400);
      assertThat(next.status()).as(next.body()).isEqualTo(200);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> live.get("/v2/bank_entries?status=new").texts("/data", "id").isEmpty());
    }
  }
}
