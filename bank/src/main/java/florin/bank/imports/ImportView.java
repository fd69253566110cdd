package florin.bank.imports;

import florin.bank.imports.StatementImports.ImportResult;
import florin.core.Currency;
import florin.core.Id.BankFileId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The result of an import as the API shows it, field by field. */
public record ImportView(
    BankFileId id,
    String object,
    boolean alreadyKnown,
    String sha256,
    BankFile.Source source,
    List<StatementView> bankStatements,
    boolean hasMoreStatements,
    Instant created,
    boolean livemode) {
  /** The most statements that are shown; the list of statements has all. */
  static final int MAX_STATEMENTS = 100;

  public static ImportView of(ImportResult result) {
    BankFile file = result.file();
    return new ImportView(
        file.id(),
        "bank_file",
        result.known(),
        file.hash(),
        file.source(),
        result.statements().stream().limit(MAX_STATEMENTS).map(StatementView::of).toList(),
        result.statements().size() > MAX_STATEMENTS,
        file.created(),
        file.realm().isLive());
  }

  /** A statement of the file. */
  public record StatementView(
      BankStatementId id,
      String object,
      ReceivingAccountId receivingAccount,
      BankFileId bankFile,
      String format,
      String bankReference,
      Optional<Long> number,
      Currency currency,
      Optional<Long> openingBalance,
      Optional<Long> closingBalance,
      String statedOn,
      int entries,
      int duplicates,
      long credits,
      long debits,
      boolean gap,
      boolean overlap,
      Instant created,
      boolean livemode) {
    public static StatementView of(BankStatement statement) {
      BankStatement.Bookings turnover = statement.turnover();
      return new StatementView(
          statement.id(),
          "bank_statement",
          statement.account(),
          statement.file(),
          statement.format().text(),
          statement.bankReference(),
          statement.number().isPresent()
              ? Optional.of(statement.number().getAsLong())
              : Optional.empty(),
          statement.currency(),
          statement.balances().map(BankStatement.Balances::opening),
          statement.balances().map(BankStatement.Balances::closing),
          text(statement.statedOn()),
          turnover.entries(),
          turnover.duplicates(),
          turnover.credits(),
          turnover.debits(),
          statement.gap(),
          statement.overlap(),
          statement.created(),
          statement.realm().isLive());
    }
  }

  private static String text(LocalDate day) {
    return day.toString();
  }
}
