package florin.books;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.LedgerExport.ExportFormat;
import florin.db.Db;
import florin.report.RandomWork;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The exports of a random life, read by hledger and beancount: independent implementations of
 * double entries. Their tests are skipped without them. `-Dhledger=…` names another program.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerExportTest {
  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    new RandomWork(5).run(florin, 40);
    var shop = new BankShop(florin);
    Waiting transfer = shop.ask(700);
    shop.book(
        transfer.iban(),
        Line.credit(710, "R1", transfer.reference()),
        Line.written(40, "R2", "no reference"));
    shop.awaitMatched();
    LedgerChecks.assertHolds(florin.database());
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void the_csv_has_a_line_for_each_transfer() {
    List<String> lines = export(ExportFormat.CSV);

    assertThat(lines).hasSize(1 + transfers());
    assertThat(lines.getFirst()).isEqualTo("date,id,type,source,currency,amount,debit,credit");
    assertThat(lines.subList(1, lines.size()))
        .allMatch(line ->
            line.matches(
                "20\\d\\d-\\d\\d-\\d\\d,txn_[0-9a-z]{26},[a-z_]+,(pay|re|ccr|umt)_[0-9a-z]{26},[A-Z]{3},\\d+(\\.\\d\\d)?,[A-Z][A-Za-z0-9:-]+,[A-Z][A-Za-z0-9:-]+"))
        .anyMatch(line ->
            line.matches(
                ".*,payment,.*,EUR,7\\.00,Assets:Bank:Ba-[0-9a-z]{26},Income:Payments:Simulated-bank"))
        .anyMatch(line ->
            line.matches(".*,unmatched_transfer,.*,0\\.40,.*,Liabilities:Unmatched-Transfers"));
  }

  @Test
  @Tag("drill")
  void hledger_reads_the_journal_and_has_the_same_balances(@TempDir Path folder) throws Exception {
    String hledger = System.getProperty("hledger", "hledger");
    Path journal = folder.resolve("books.journal");
    Files.write(journal, export(ExportFormat.HLEDGER));

    String checked = run(hledger, "-f", journal.toString(), "check");
    String total = run(hledger, "-f", journal.toString(), "balance", "-N", "--flat", "-O", "csv");

    assertThat(checked).isEmpty();
    assertThat(total.lines().skip(1).map(line -> line.replace("\"", "")).toList())
        .containsExactlyInAnyOrderElementsOf(balances());
  }

  @Test
  @Tag("drill")
  void beancount_accepts_the_ledger(@TempDir Path folder) throws Exception {
    Path ledger = folder.resolve("books.beancount");
    Files.write(ledger, export(ExportFormat.BEANCOUNT));

    assertThat(run(System.getProperty("beancheck", "bean-check"), ledger.toString())).isEmpty();
  }

  /** Returns the balances of the daily sums, as hledger prints them: "account,amounts". */
  private List<String> balances() {
    return florin.query(
        """
        SELECT account || ',' || string_agg(amount, ', ' ORDER BY currency)
          FROM (SELECT CASE role
                         WHEN 'pending' THEN 'Assets:Pending:Simulator'
                         WHEN 'receivable' THEN 'Income:Payments:' || CASE party WHEN 'simulator' THEN 'Simulator' ELSE 'Simulated-bank' END
                         WHEN 'bank' THEN 'Assets:Bank:' || :bank
                         WHEN 'customer_credit' THEN 'Liabilities:Customer-Credit'
                         WHEN 'unmatched_transfers' THEN 'Liabilities:Unmatched-Transfers'
                       END AS account,
                       currency,
                       CASE currency WHEN 'jpy' THEN sum(debits - credits)::text ELSE round(sum(debits - credits) / 100, 2)::text END || ' ' || upper(currency) AS amount
                  FROM ledger_balance
                 GROUP BY role, party, currency
                HAVING sum(debits - credits) <> 0) b
         GROUP BY account
        """
            .replace(
                ":bank",
                "'Ba-"
                    + florin.get("/v2/receiving_accounts").text("/data/0/id").substring(3)
                    + "'"));
  }

  private List<String> export(ExportFormat format) {
    var lines = new ArrayList<String>();
    try (Db db = new Db(florin.database())) {
      new LedgerExport(db).write(florin.realm(), format, lines::add);
    }
    return lines;
  }

  private int transfers() {
    return Integer.parseInt(florin.query("SELECT count(*) FROM ledger_transfer").getFirst());
  }

  /** Returns the output of a program that succeeds. */
  private static String run(String... command) throws IOException, InterruptedException {
    Optional<Process> started = start(command);
    Assumptions.assumeTrue(
        started.isPresent(),
        command[0] + " is not installed here: apt-get install hledger beancount");
    Process process = started.orElseThrow();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static Optional<Process> start(String... command) {
    try {
      return Optional.of(
          new ProcessBuilder(Stream.of(command).toList()).redirectErrorStream(true).start());
    } catch (IOException missing) {
      return Optional.empty();
    }
  }
}
