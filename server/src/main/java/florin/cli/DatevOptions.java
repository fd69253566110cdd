package florin.cli;

import florin.books.DatevAccounts;
import florin.books.DatevAccounts.AccountsFileException;
import florin.books.DatevAccounts.StandardChart;
import florin.books.DatevExport.Batch;
import florin.config.ConfigException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the format datev. */
final class DatevOptions {
  private static final int LOWEST_CONSULTANT = 1_001;
  private static final int HIGHEST_CONSULTANT = 9_999_999;
  private static final int HIGHEST_CLIENT = 99_999;

  /** The most bytes of a file with account numbers. */
  private static final long MAX_FILE = 1_048_576;

  @Option(names = "--month", description = "For datev: month, for example 2026-11.")
  private @Nullable String month;

  @Option(
      names = "--consultant",
      description = "For datev: number of the tax consultant (Berater), 1001 to 9999999.")
  private @Nullable Integer consultant;

  @Option(
      names = "--client",
      description = "For datev: number of the consultant's client (Mandant), 1 to 99999.")
  private @Nullable Integer client;

  @Option(
      names = "--chart",
      description = "For datev: chart of accounts, skr03 or skr04. Default: skr04.")
  private @Nullable String chart;

  @Option(
      names = "--account-length",
      description = "For datev: digits of an account number, 4 to 8. Default: 4.")
  private @Nullable Integer accountLength;

  @Option(
      names = "--accounts",
      description =
          "For datev: file with your own account numbers, one on each line: an account of the ledger, optionally a connector or receiving account, and the number.")
  private @Nullable Path accounts;

  @Option(
      names = "--fiscal-year-start",
      description =
          "For datev: first day of the fiscal year that includes the month. Default: January 1.")
  private @Nullable String fiscalYearStart;

  @Option(names = "--euro-only", description = "For datev: leave out bookings in other currencies.")
  private boolean euroOnly;

  @Option(
      names = "--by-day",
      description = "For datev: sum up the bookings of a day by type and accounts.")
  private boolean byDay;

  /** Rejects these options for another format. */
  void requireNone() {
    boolean isAnyGiven =
        euroOnly
            || byDay
            || Stream.of(
                    optional(month),
                    optional(consultant),
                    optional(client),
                    optional(chart),
                    optional(accountLength),
                    optional(accounts),
                    optional(fiscalYearStart))
                .anyMatch(Optional::isPresent);
    if (isAnyGiven) {
      throw new ConfigException("An option that you gave is for --format datev only. Remove it.");
    }
  }

  private static <T> Optional<T> optional(@Nullable T value) {
    return Optional.ofNullable(value);
  }

  /** Returns what the options describe. */
  Batch batch() {
    if (month == null || consultant == null || client == null) {
      throw new ConfigException("The format datev needs --month, --consultant and --client.");
    }
    YearMonth exported = LedgerCommand.month(month);
    requireBetween("--consultant", consultant, LOWEST_CONSULTANT, HIGHEST_CONSULTANT);
    requireBetween("--client", client, 1, HIGHEST_CLIENT);
    int length = accountLength == null ? DatevAccounts.SHORTEST : accountLength;
    requireBetween("--account-length", length, DatevAccounts.SHORTEST, DatevAccounts.LONGEST);
    return new Batch(
        exported,
        consultant,
        client,
        yearStart(exported),
        accounts(chart(), length),
        euroOnly,
        byDay);
  }

  private static void requireBetween(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ConfigException("%s must be %d to %d.".formatted(option, least, most));
    }
  }

  private StandardChart chart() {
    return StandardChart.find(chart == null ? "skr04" : chart)
        .orElseThrow(() -> new ConfigException("--chart must be skr03 or skr04."));
  }

  private LocalDate yearStart(YearMonth exported) {
    if (fiscalYearStart == null) {
      return LocalDate.of(exported.getYear(), 1, 1);
    }
    try {
      LocalDate start = LocalDate.parse(fiscalYearStart);
      if (!start.isAfter(exported.atDay(1))
          && start.plusYears(1).isAfter(exported.atEndOfMonth())) {
        return start;
      }
      throw new ConfigException("The fiscal year must include the whole month.");
    } catch (DateTimeParseException _) {
      throw new ConfigException("--fiscal-year-start must be a day such as 2026-01-01.");
    }
  }

  private DatevAccounts accounts(StandardChart chart, int length) {
    try {
      return DatevAccounts.of(chart, length, accounts == null ? List.of() : lines(accounts));
    } catch (AccountsFileException wrong) {
      throw new ConfigException("--accounts: " + wrong.getMessage());
    }
  }

  private static List<String> lines(Path file) {
    try {
      if (Files.size(file) > MAX_FILE) {
        throw new ConfigException("The file of --accounts has more than 1 MiB.");
      }
      return Files.readAllLines(file);
    } catch (MalformedInputException _) {
      throw new ConfigException("The file of --accounts must be UTF-8.");
    } catch (IOException _) {
      throw new ConfigException("The file of --accounts can't be read.");
    }
  }
}
