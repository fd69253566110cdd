package florin.dashboard.parts;

import florin.bank.account.ReceivingAccount;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankFile;
import florin.bank.imports.BankStatement;
import florin.bank.imports.BankStatement.Balances;
import florin.bank.matching.UnappliedReason;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.page.AmountText;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The texts for bank data. */
public final class BankText {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.UK);

  private BankText() {}

  public static String words(UnappliedReason reason) {
    return switch (reason) {
      case OVERPAID -> "Overpaid";
      case LATE -> "Payment was canceled";
      case PAID_ALREADY -> "Payment already paid";
      case NO_REFERENCE -> "No reference";
      case UNKNOWN_REFERENCE -> "Unknown reference";
      case SEVERAL_REFERENCES -> "Several references";
      case OTHER_CURRENCY -> "Different currency than the payment";
      case AMOUNT_DIFFERS -> "Bank reports two amounts";
      case POSSIBLE_DUPLICATE -> "Possible duplicate";
      case UNASSIGNED -> "Taken back from a payout";
    };
  }

  /** Returns the formats, by their names at banks. */
  public static List<SelectOption> formats() {
    return Arrays.stream(StatementFormat.values())
        .map(format -> new SelectOption(format.text(), format.text()))
        .toList();
  }

  /** Returns how a statement arrived. */
  public static String words(BankFile.Source source) {
    return switch (source) {
      case API -> "API";
      case FOLDER -> "Watch folder";
      case DASHBOARD -> "Dashboard upload";
      case COMMAND -> "Command line";
      case SIMULATOR -> "Simulated bank";
    };
  }

  /** Returns a balance, or the change of one. */
  public static String signed(long minor, Currency currency) {
    String amount = AmountText.of(Math.abs(minor), currency);
    return minor < 0 ? "−" + amount : amount;
  }

  /** Returns a balance of a statement; empty if it is a notification, which has none. */
  private static String balance(BankStatement statement, Function<Balances, Long> which) {
    return statement
        .balances()
        .map(balances -> signed(which.apply(balances), statement.currency()))
        .orElse("");
  }

  public static String opening(BankStatement statement) {
    return balance(statement, Balances::opening);
  }

  public static String closing(BankStatement statement) {
    return balance(statement, Balances::closing);
  }

  /** Returns the bank's own day, whatever the viewer's time zone is. */
  public static String day(LocalDate day) {
    return DAY.format(day);
  }

  /** Returns the counterparty: a name, or the end of the account number. */
  public static String party(BankEntry entry) {
    return entry
        .said()
        .party()
        .or(() -> entry.said().iban().map(iban -> "•••• " + iban.last4()))
        .orElse("");
  }

  /**
   * Returns the name of a statement: `EUR •••• 3000, 24 Nov 2026`, with the bank's number if it has
   * one. The bank's reference is often only random letters.
   *
   * @param account the text of the statement's bank account
   */
  public static String statement(BankStatement statement, String account) {
    String name = account + ", " + day(statement.statedOn());
    return statement.number().isPresent() ? name + ", no. " + statement.number().getAsLong() : name;
  }

  public static String account(ReceivingAccount account) {
    return CodeText.upper(account.currency().code()) + " •••• " + account.iban().last4();
  }
}
