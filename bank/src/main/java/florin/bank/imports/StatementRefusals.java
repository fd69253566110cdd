package florin.bank.imports;

import florin.bank.statement.PackedFile;
import florin.bank.statement.StatementException;
import florin.bank.statement.StatementFormat;
import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Problem;
import florin.core.Refusal;

/** Reasons why Florin rejects a statement file. */
final class StatementRefusals {
  private StatementRefusals() {}

  static Refusal unreadable(StatementException reason) {
    return invalid(reason.getMessage() + " (" + reason.place() + ") Nothing was imported.");
  }

  static Refusal noFormat() {
    return invalid(
        "The file is not a supported bank statement. Send camt.053, camt.054 or MT940, unchanged from the bank; nothing was imported.");
  }

  static Refusal packed(PackedFile kind) {
    return invalid(kind.message() + " Nothing was imported.");
  }

  static Refusal unknownAccount(Iban account) {
    return invalid(
        "The file has a statement of an unknown account, whose IBAN ends in "
            + account.last4()
            + ". Add it as a receiving account first; nothing was imported.");
  }

  static Refusal noAccount() {
    return Problem.BadParameters.of(
            "receiving_account",
            ErrorCode.RESOURCE_MISSING,
            "receiving_account is the id of no receiving account of this account and mode. List them with GET /v2/receiving_accounts; nothing was imported.")
        .refusal();
  }

  static Refusal otherAccount() {
    return invalid(
        "The file has a statement of a different receiving account than the requested one. Send it for the right account; nothing was imported.");
  }

  static Refusal otherFormat(StatementFormat books) {
    return invalid(
        "The receiving account uses the statement format %s, and a second format would record money twice. Send that format; nothing was imported."
            .formatted(books.text()));
  }

  static Refusal otherCurrency() {
    return invalid(
        "The file has amounts in a different currency than the receiving account. Check that the account is the right one; nothing was imported.");
  }

  static Refusal changed() {
    return invalid(
        "The file has a statement that was already imported with different content. Ask the bank which one is correct; nothing was imported.");
  }

  static Refusal contradictsStatement() {
    return invalid(
        "An entry of the notification (camt.054) has a different amount than the statement's entry with the same bank reference. Ask the bank which one is correct; nothing was imported.");
  }

  static Refusal uploadsOff() {
    return new Problem.Forbidden(
            ErrorCode.DASHBOARD_REQUIRED,
            "An API key can't import live statements of this receiving account. Ask an owner to allow it in the dashboard under Bank accounts, or put the file into the watch folder; nothing was imported.")
        .refusal();
  }

  static Refusal doesNotContinue() {
    return invalid(
        "The statement doesn't continue from the last one, and an API key can't import statements with a gap. Send the statements in order; nothing was imported.");
  }

  static Refusal withoutBalances() {
    return invalid(
        "A notification (camt.054) has no balances. In live mode, an API key can import only statements that continue from the last balance. Put the file into the watch folder, or send the statement (camt.053). Nothing was imported.");
  }

  private static Refusal invalid(String message) {
    return new Problem.BadRequest(ErrorCode.BANK_STATEMENT_INVALID, message).refusal();
  }
}
