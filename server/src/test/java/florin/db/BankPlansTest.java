package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.ReceivingAccountId;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText;
import florin.testing.BankStatementText.Line;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The plans with which PostgreSQL imports statements, matches entries and lists both on large
 * tables.
 */
@TakesLong
@ResourceLock(PlanLog.LOCK)
class BankPlansTest {
  private static final Pattern OURS =
      Pattern.compile("\\b(bank_[a-z]+|unapplied_funds|payment_file)\\b");

  /** The columns that differ in each copy of a row. */
  private static final Map<String, String> TABLES =
      Map.of(
          "bank_file", "'id', " + own("9100") + ", 'hash', '\\x' || repeat(md5(n::text), 2)",
          "bank_statement",
              "'id', "
                  + own("9200")
                  + ", 'file_id', "
                  + own("9100")
                  + ", 'bank_reference', 'N' || n, 'matched', true",
          "bank_entry",
              "'id', "
                  + own("9300")
                  + ", 'statement_id', "
                  + own("9200")
                  + ", 'bank_reference', 'N' || n, 'end_to_end_id', 'E' || n, 'status', CASE WHEN n % 2 = 0 THEN 'matched' ELSE 'unmatched' END",
          "bank_match",
              "'id', "
                  + own("9400")
                  + ", 'entry_id', "
                  + own("9300")
                  + ", 'source_id', "
                  + own("9300")
                  + ", 'holder_id', "
                  + own("9500"),
          "unapplied_funds",
              "'id', "
                  + own("9500")
                  + ", 'entry_id', "
                  + own("9300")
                  + ", 'payment_id', "
                  + own("9600"),
          "bank_transfer",
              "'id', " + own("9700") + ", 'reference', 'RF' || lpad(n::text, 14, '0')");

  /**
   * Returns an ID that is derived from the number of the copy, so that rows of other tables can
   * refer to it.
   */
  private static String own(String kind) {
    return "('018bcfe56800' || '7000%s' || lpad(to_hex(n), 12, '0'))::uuid".formatted(kind);
  }

  @Test
  void no_bank_query_reads_a_whole_table() throws Exception {
    String plans = plansWithManyEntries();

    assertThat(plans)
        .contains("using bank_transfer_reference_once")
        .contains("using bank_statement_to_match")
        .contains("using bank_entry_by_bank_reference")
        .contains("using bank_entry_by_end_to_end_id")
        .contains("using bank_match_of_entry")
        .contains("using bank_match_by_other")
        .contains("using bank_match_of_holder")
        .contains("using bank_statement_once")
        .contains("using bank_statement_of_file")
        .contains("using unapplied_funds_of_kind")
        .contains("using unapplied_funds_of_payment")
        .contains("using bank_file_once")
        .contains("using bank_entry_of_account")
        .contains("using bank_entry_booked_on")
        .doesNotContain("Seq Scan on bank_entry")
        .doesNotContain("Seq Scan on bank_statement")
        .doesNotContain("Seq Scan on bank_transfer")
        .doesNotContain("Seq Scan on bank_match")
        .doesNotContain("Seq Scan on unapplied_funds")
        .doesNotContain("Seq Scan on bank_file");
  }

  private static String plansWithManyEntries() throws Exception {
    TestApp young = TestApp.open();
    bank(young, "Y");
    fill(young);
    PlanLog.begin(young.database());
    long begin = Files.size(TestPostgres.log());
    young.close(); // otherwise its sessions, which log no plans, would match entries
    try (TestApp grown = young.reopen()) {
      Waiting payment = bank(grown, "G");
      list(grown, payment);
      await()
          .pollInterval(Duration.ofSeconds(1)) // each poll reads the whole log
          .atMost(Duration.ofSeconds(60))
          .until(() -> ours(begin).contains("WHERE state = 'closed'"));
    }
    return ours(begin);
  }

  private static String ours(long begin) throws Exception {
    return PlanLog.read(begin).plans().stream()
        .filter(plan -> OURS.matcher(plan).find())
        .collect(Collectors.joining("\n"));
  }

  /** Imports an overpayment, an unmatched transfer and a debit. */
  private static Waiting bank(TestApp florin, String name) {
    var shop = new BankShop(florin);
    Waiting payment = shop.ask(100);
    assertThat(
            shop.send(
                    new BankStatementText(
                            name + "-1",
                            payment.iban(),
                            0,
                            List.of(
                                Line.credit(150, name + "1", payment.reference()),
                                Line.written(50, name + "2", "no idea"),
                                Line.debit(5, name + "3", "none")))
                        .xml())
                .status())
        .isEqualTo(200);
    shop.awaitMatched();
    assertThat(
            shop.send(
                    new BankStatementText(
                            name + "-2",
                            payment.iban(),
                            195,
                            List.of(
                                new Line(
                                    -150, true, name + "1", payment.reference(), "", name + "9")))
                        .xml())
                .status())
        .isEqualTo(200);
    shop.awaitMatched();
    return payment;
  }

  private static void list(TestApp florin, Waiting payment) {
    String statement = florin.get("/v2/bank_statements?limit=1").text("/data/0/id");
    for (String path :
        List.of(
            "bank_statements?limit=10",
            "bank_entries?limit=10",
            "bank_entries?limit=10&status=new",
            "bank_entries?limit=10&bank_statement=" + statement,
            "bank_entries?limit=10&receiving_account="
                + ReceivingAccountId.KIND.of().apply(new UUID(1, 1)).text(),
            "bank_entries?limit=10&booked_on%5Blt%5D=2001-01-01",
            "customer_credits?limit=10",
            "customer_credits?limit=10&payment=" + payment.id(),
            "unmatched_transfers?limit=10&status=open")) {
      assertThat(florin.get("/v2/" + path).status()).as(path).isEqualTo(200);
    }
  }

  private static void fill(TestApp florin) throws Exception {
    florin.sql(connection -> {
      try (var statement = connection.createStatement()) {
        for (var table : TABLES.entrySet()) {
          statement.execute(
              """
              INSERT INTO %1$s
              SELECT copy.*
                FROM (SELECT t AS template FROM %1$s t LIMIT 1) first,
                     generate_series(1, 8000) n,
                     jsonb_populate_record(template, jsonb_build_object(%2$s)) copy
                  ON CONFLICT DO NOTHING
              """
                  .formatted(table.getKey(), table.getValue()));
        }
      }
      return true;
    });
    // All tables, because queries join these with others.
    Sql.execute(florin.database(), "VACUUM (ANALYZE)");
  }
}
