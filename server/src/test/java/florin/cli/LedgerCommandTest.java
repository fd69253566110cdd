package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.books.LedgerChecks;
import florin.cli.Cli.Ran;
import florin.db.Db;
import florin.testing.TestApp;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `./florin ledger verify` and `rebuild`, while the service runs. */
class LedgerCommandTest {
  private static final String CARD = "4242424242424242";

  private TestApp florin;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    for (int i = 0; i < 2; i++) {
      florin.post("/v2/payments", TestApp.payment(1_000, CARD));
    }
    LedgerChecks.assertHolds(florin.database());
  }

  @AfterEach
  void close() {
    florin.close();
  }

  @Test
  void a_correct_ledger_is_reported_with_its_size() throws Exception {
    Ran ran = run("verify");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).isEqualTo("The ledger is correct: 2 transfers.\n");
  }

  @Test
  void a_count_of_one_is_singular() throws Exception {
    try (TestApp other = TestApp.open()) {
      other.post("/v2/payments", TestApp.payment(1_000, CARD));
      LedgerChecks.assertHolds(other.database());

      assertThat(Cli.run(Cli.environment(other), "ledger", "verify").out())
          .isEqualTo("The ledger is correct: 1 transfer.\n");
    }
  }

  @Test
  void a_rebuild_that_a_reader_holds_up_changes_nothing() throws Exception {
    Ran rebuilt =
        florin.sql(connection -> {
          connection.setAutoCommit(false);
          Db.query(connection, "SELECT count(*) FROM ledger_transfer", _ -> true);
          try {
            return run("rebuild");
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          } finally {
            connection.rollback();
            connection.setAutoCommit(true);
          }
        });

    assertThat(rebuilt.code()).isEqualTo(FlorinCommand.FAILED);
    assertThat(rebuilt.out()).isEmpty();
    assertThat(rebuilt.err())
        .isEqualTo(
            "Another command reads the ledger, such as an export. Run this command again when that one has ended; nothing was changed.\n");
    assertThat(run("verify").out()).isEqualTo("The ledger is correct: 2 transfers.\n");
  }

  @Test
  void a_difference_is_named_and_a_rebuilt_ledger_does_not_have_it() throws Exception {
    florin.update("ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_stays");
    florin.update("DELETE FROM ledger_transfer");
    florin.update("DELETE FROM ledger_balance");

    Ran ran = run("verify");

    assertThat(ran.code()).isEqualTo(FlorinCommand.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .matches("derived: pay_[0-9a-z]{26} in test mode: a transfer of 1000 usd is missing\\.\n");

    Ran rebuilt = run("rebuild");

    assertThat(rebuilt.code()).as(rebuilt.err()).isZero();
    assertThat(rebuilt.out()).isEqualTo("The ledger is correct: 2 transfers.\n");
  }

  @Test
  void an_export_prints_the_transfers_of_the_mode() throws Exception {
    Ran ran = export("hledger");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out())
        .matches(
            "(20\\d\\d-\\d\\d-\\d\\d \\(txn_[0-9a-z]{26}\\) payment pay_[0-9a-z]{26}\n    Assets:Pending:Simulator  10\\.00 USD\n    Income:Payments:Simulator  -10\\.00 USD\n\n){2}");
    assertThat(
            Cli.run(Cli.environment(florin), "ledger", "export", "--format", "csv", "--live").out())
        .isEqualTo("date,id,type,source,currency,amount,debit,credit\n");
  }

  @Test
  void an_unknown_format_is_rejected() throws Exception {
    Ran ran = export("xlsx");

    assertThat(ran.code()).isEqualTo(FlorinCommand.WRONG_USAGE);
    assertThat(ran.err()).isEqualTo("The format must be hledger, beancount, csv or datev.\n");
  }

  @Test
  void an_export_for_datev_needs_its_options_and_only_there() throws Exception {
    Ran ran = export("datev");
    assertThat(ran.code()).isEqualTo(FlorinCommand.WRONG_USAGE);
    assertThat(ran.err()).isEqualTo("The format datev needs --month, --consultant and --client.\n");

    ran = export("csv", "--month", "2026-11");
    assertThat(ran.code()).isEqualTo(FlorinCommand.WRONG_USAGE);
    assertThat(ran.err())
        .isEqualTo("An option that you gave is for --format datev only. Remove it.\n");

    ran = datev("--consultant", "1000");
    assertThat(ran.err()).isEqualTo("--consultant must be 1001 to 9999999.\n");
    ran = datev("--consultant", "1001", "--fiscal-year-start", "2026-12-01");
    assertThat(ran.err()).isEqualTo("The fiscal year must include the whole month.\n");
    ran = datev("--consultant", "1001", "--chart", "skr05");
    assertThat(ran.err()).isEqualTo("--chart must be skr03 or skr04.\n");
    ran = datev("--consultant", "1001", "--accounts", "/nowhere/accounts");
    assertThat(ran.err()).isEqualTo("The file of --accounts can't be read.\n");
  }

  @Test
  void an_export_for_datev_prints_the_batch_of_a_month() throws Exception {
    Ran ran = datev("--consultant", "1001");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("\"EXTF\";700;21;\"Buchungsstapel\";13;").contains("\r\n");
  }

  @Test
  void incomplete_exports_and_reports_have_a_warning() throws Exception {
    String month = YearMonth.now(ZoneOffset.UTC).toString();
    String incomplete =
        "Warning: The month is not complete, so movements of it may be missing. Run the command again later.\n";
    assertThat(export("csv").err()).isEmpty();
    for (String report : List.of("report", "fees", "taxes")) {
      Ran ran = Cli.run(Cli.environment(florin), "ledger", report, "--month", month);
      assertThat(ran.code()).isZero();
      assertThat(ran.err()).isEqualTo(incomplete);
    }
    Ran ran = export("datev", "--client", "1", "--consultant", "1001", "--month", month);
    assertThat(ran.code()).isEqualTo(FlorinCommand.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("The month isn't over in the reporting time zone");

    florin.close(); // so that nothing adds the movements
    florin.update(
        "INSERT INTO ledger_backlog (realm_id, part, after_id) VALUES (?, 'payments', '00000000-0000-0000-0000-000000000000')",
        florin.realm().id());
    String behind =
        "Warning: The ledger lacks movements that it adds in the background. Run the command again later.\n";
    assertThat(export("csv").err()).isEqualTo(behind);
    assertThat(datev("--consultant", "1001").err()).isEqualTo(behind);
  }

  private Ran datev(String... options) throws Exception {
    return export(
        "datev",
        Stream.concat(Stream.of("--client", "1", "--month", "2025-11"), Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void fees_are_printed_by_the_month_of_their_lines() throws Exception {
    florin.update(
        """
        INSERT INTO settlement_line (realm_id, id, connector, reference, type, currency, gross, fee, tax, net,
                                     description, occurred_at, available_at, created_at)
        SELECT %d, gen_random_uuid(), 'simulator', 'fees' || n, CASE n WHEN 1 THEN 'payment' ELSE 'fee' END, 'usd',
               CASE n WHEN 1 THEN 20000 ELSE 0 END, 25, 4, CASE n WHEN 1 THEN 19975 ELSE -25 END,
               '', '2025-11-10', '2025-11-10', now()
          FROM generate_series(1, 2) AS n\
        """
            .formatted(florin.realm().id()));

    assertThat(fees("2025-11"))
        .isEqualTo(
            """
            currency,connector,type,brand,region,adjustment,payments,volume,fees,tax,percent
            USD,simulator,payment,,,false,1,200.00,0.25,0.04,0.125
            USD,simulator,fee,,,false,0,0.00,0.25,0.04,
            """);
    assertThat(fees("2025-12"))
        .isEqualTo(
            "currency,connector,type,brand,region,adjustment,payments,volume,fees,tax,percent\n");
  }

  private String fees(String month) throws Exception {
    Ran ran = Cli.run(Cli.environment(florin), "ledger", "fees", "--month", month);
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }

  private Ran export(String format, String... options) throws Exception {
    return Cli.run(
        Cli.environment(florin),
        Stream.concat(Stream.of("ledger", "export", "--format", format), Stream.of(options))
            .toArray(String[]::new));
  }

  private Ran run(String command) throws Exception {
    return Cli.run(Cli.environment(florin), "ledger", command);
  }
}
