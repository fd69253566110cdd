package florin.cli;

import florin.books.BacklogStore;
import florin.books.DatevExport;
import florin.books.DatevExport.Batch;
import florin.books.DatevExport.ExportException;
import florin.books.FeeReportStore;
import florin.books.LedgerExport;
import florin.books.LedgerExport.ExportFormat;
import florin.books.MonthReport.Period;
import florin.books.MonthReportStore;
import florin.books.ReportTable;
import florin.books.ReportTables;
import florin.books.VerificationStore;
import florin.books.VerificationStore.Difference;
import florin.books.VerificationStore.Result;
import florin.config.ConfigException;
import florin.core.Id.AccountId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin ledger verify|rebuild|export|report|fees|taxes`. */
@Command(
    name = "ledger",
    header = "Verify, rebuild, export or report the ledger.",
    footer = "  ./florin ledger verify")
final class LedgerCommand {
  /** How often a rebuild waits for the readers of the ledger. Other work continues in between. */
  private static final int TRIES = 3;

  private static final InstantSource CLOCK = InstantSource.system();

  private static final String IN_USE =
      "Another command reads the ledger, such as an export. Run this command again when that one has ended; nothing was changed.";

  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final Operator operator;

  LedgerCommand(Terminal terminal) {
    this.out = terminal.out();
    this.err = terminal.err();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "verify",
      header = "Verify the ledger against itself, payments, refunds, disputes and bank entries.",
      description =
          "The command prints the first difference, with the check that found it. It changes nothing, and works while the service runs.",
      exitCodeList = {
        "0:The ledger is correct.",
        "1:There is a difference, or the command failed.",
        "2:An option or argument is wrong."
      },
      footer = "  ./florin ledger verify")
  int verify() {
    return operator.withVault((db, _) -> verify(db));
  }

  @Command(
      name = "rebuild",
      header = "Delete the ledger, derive it again, and verify it.",
      description =
          "The new transfers are the same, with the same ids. Until the command ends, the balance is incomplete. If it is interrupted, the service continues.",
      exitCodeList = {
        "0:The new ledger is correct.",
        "1:There is a difference, or the command failed.",
        "2:An option or argument is wrong."
      },
      footer = "  ./florin ledger rebuild")
  int rebuild() {
    return operator.withVault((db, _) -> {
      var backlog = new BacklogStore(db);
      if (IntStream.range(0, TRIES).noneMatch(_ -> backlog.startOver())) {
        err.println(IN_USE);
        return FlorinCommand.FAILED;
      }
      boolean hasMore = true;
      while (hasMore) {
        hasMore = backlog.step();
      }
      return verify(db);
    });
  }

  @Command(
      name = "export",
      header = "Print the ledger of an account for another accounting program.",
      description =
          "The programs hledger and beancount check what they read. The format datev is a batch of bookings (EXTF, Buchungsstapel) for DATEV. It has a month that is over, in the reporting time zone of the account. The other formats have the days of UTC. If the ledger lacks movements, the command prints a warning. Redirect the output to a file.",
      footer = {
        "  ./florin ledger export --format hledger --live",
        "  ./florin ledger export --format datev --month 2026-11 --consultant 1001 --client 1 --live"
      })
  int export(
      @Option(
              names = "--format",
              required = true,
              description = "Format: hledger, beancount, csv or datev.")
          String format,
      @Mixin DatevOptions datev,
      @Option(
              names = "--account",
              description =
                  "Id of the account, acct_…. Default: the account, if there is only one.")
          @Nullable String account,
      @Option(names = "--live", description = "Export live mode. Default: test mode.")
          boolean live) {
    if (format.equals("datev")) {
      Batch batch = datev.batch();
      Realm realm = realm(account, live);
      return operator.withVault((db, _) -> writeDatev(db, realm, batch));
    }
    datev.requireNone();
    ExportFormat chosen = format(format);
    Realm realm = realm(account, live);
    return operator.withVault((db, _) -> {
      warnUnlessCurrent(MonthReportStore.of(db, CLOCK), realm);
      new LedgerExport(db).write(realm, chosen, out::println);
      return 0;
    });
  }

  private int writeDatev(Db db, Realm realm, Batch batch) {
    try {
      MonthReportStore reports = MonthReportStore.of(db, CLOCK);
      new DatevExport(db, reports).write(realm, batch, CLOCK.instant(), out);
      if (warnUnlessCurrent(reports, realm)) {
        warnUnlessComplete(reports.period(realm, batch.month()));
      }
      return 0;
    } catch (ExportException failed) {
      err.println(failed.getMessage());
      return FlorinCommand.FAILED;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Command(
      name = "report",
      header = "Print the movements of each account of the ledger in a month, as CSV.",
      description =
          "The columns are currency, account, party, opening, adjustments, debits, credits and closing. A balance is debits less credits. The month is in the reporting time zone of the account.",
      footer = "  ./florin ledger report --month 2026-11 --live")
  int report(@Mixin MonthOptions options) {
    return report(
        options,
        (db, realm, period) ->
            ReportTables.balance(MonthReportStore.of(db, CLOCK).report(realm, period.month())));
  }

  @Command(
      name = "fees",
      header = "Print the fees that providers reported for a month, as CSV.",
      description =
          "The columns are currency, connector, type, brand, region, adjustment, payments, volume, fees, tax and percent. An adjustment came after its month was closed. The tax is part of the fees. The percent is the share of the fees in the volume. The month is in the reporting time zone of the account.",
      footer = "  ./florin ledger fees --month 2026-11 --live")
  int fees(@Mixin MonthOptions options) {
    return report(
        options,
        (db, realm, period) ->
            ReportTables.fees(period.month(), new FeeReportStore(db).report(realm, period)));
  }

  @Command(
      name = "taxes",
      header = "Print the taxes on the fees that providers reported for a month, as CSV.",
      description =
          "The columns are currency, connector, adjustment, net, tax, gross and percent. Fees with and without tax have rows of their own. An adjustment came after its month was closed. The month is in the reporting time zone of the account.",
      footer = "  ./florin ledger taxes --month 2026-11 --live")
  int taxes(@Mixin MonthOptions options) {
    return report(
        options,
        (db, realm, period) ->
            ReportTables.taxes(period.month(), new FeeReportStore(db).taxes(realm, period)));
  }

  private interface Report {
    ReportTable of(Db db, Realm realm, Period period);
  }

  /** Prints the report of a month. */
  private int report(MonthOptions options, Report report) {
    YearMonth month = month(options.month);
    Realm realm = realm(options.account, options.isLive);
    return operator.withVault((db, _) -> {
      Period period = MonthReportStore.of(db, CLOCK).period(realm, month);
      warnUnlessComplete(period);
      print(report.of(db, realm, period));
      return 0;
    });
  }

  private static final String BEHIND =
      "Warning: The ledger lacks movements that it adds in the background. Run the command again later.";

  private static final String INCOMPLETE =
      "Warning: The month is not complete, so movements of it may be missing. Run the command again later.";

  /** Returns whether the ledger has all movements. */
  private boolean warnUnlessCurrent(MonthReportStore reports, Realm realm) {
    boolean isCurrent = reports.isCurrent(realm, CLOCK.instant());
    if (!isCurrent) {
      err.println(BEHIND);
    }
    return isCurrent;
  }

  private void warnUnlessComplete(Period period) {
    if (!period.isComplete()) {
      err.println(INCOMPLETE);
    }
  }

  /** Prints a report with the line ends of a terminal. */
  private void print(ReportTable table) {
    table.csv().lines().forEach(out::println);
  }

  static YearMonth month(String text) {
    try {
      return YearMonth.parse(text);
    } catch (DateTimeParseException _) {
      throw new ConfigException("The month must be one such as 2026-11, not %s.".formatted(text));
    }
  }

  private Realm realm(@Nullable String account, boolean live) {
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    return operator.withAccounts(
        accounts -> KeysCommand.account(accounts, id).realm(live ? Mode.LIVE : Mode.TEST));
  }

  private static ExportFormat format(String text) {
    return Stream.of(ExportFormat.values())
        .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () -> new ConfigException("The format must be hledger, beancount, csv or datev."));
  }

  private int verify(Db db) {
    Result result = VerificationStore.run(db);
    if (result.difference().isPresent()) {
      err.println(words(result.difference().get()));
      return FlorinCommand.FAILED;
    }
    out.printf("The ledger is correct: %s.%n", count(result.transfers(), "transfer"));
    if (result.unapplied() > 0) {
      out.printf(
          "Left out: %s with events that the ledger has not applied yet.%n",
          count(result.unapplied(), "object"));
    }
    return 0;
  }

  private static String count(long number, String noun) {
    return "%,d %s%s".formatted(number, noun, number == 1 ? "" : "s");
  }

  private static String words(Difference found) {
    return "%s: %s in %s mode: %s."
        .formatted(
            found.check().name().toLowerCase(Locale.ROOT),
            found.subject(),
            found.realm().isLive() ? "live" : "test",
            found.problem());
  }
}
