package florin.bank.intake;

import florin.bank.Iban;
import florin.bank.statement.PackedFile;
import florin.bank.statement.StatementException;
import florin.bank.statement.StatementFormat;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;

/** Reasons why Florin rejects a statement file. */
final class StatementRefusals {
  private StatementRefusals() {}

  static Refusal unreadable(StatementException reason) {
    return invalid(
        reason.getMessage() + " (" + reason.place() + ") Nothing of the file was taken.");
  }

  static Refusal noFormat() {
    return invalid(
        "The file is no bank statement that is read here: send camt.053, camt.054 or MT940 as the bank gives it.");
  }

  static Refusal packed(PackedFile kind) {
    return invalid(kind.message() + " Nothing of the file was taken.");
  }

  static Refusal unknownAccount(Iban account) {
    return invalid(
        "The file has a statement of an account that is none of your receiving accounts: its IBAN ends in "
            + account.last4()
            + ". Add the account first. Nothing of the file was taken.");
  }

  static Refusal noAccount() {
    return Problem.BadParameters.of(
            "receiving_account",
            ErrorCode.RESOURCE_MISSING,
            "There is no such receiving account. List yours with GET /v2/receiving_accounts. Nothing of the file was taken.")
        .refusal();
  }

  static Refusal otherAccount() {
    return invalid(
        "The file has a statement of a different receiving account than the one it was sent for. Send it for the right account. Nothing of the file was taken.");
  }

  static Refusal otherFormat(StatementFormat books) {
    return invalid(
        "The account's statements come as %s, and money that two formats tell of would be booked twice. Nothing of the file was taken."
            .formatted(books.text()));
  }

  static Refusal otherCurrency() {
    return invalid(
        "The file has amounts in another currency than its account has. Nothing of the file was taken.");
  }

  static Refusal changed() {
    return invalid(
        "The file has a statement that was taken before, with another content. Ask the bank which one is right. Nothing of the file was taken.");
  }

  static Refusal contradictsStatement() {
    return invalid(
        "The notification (camt.054) gives an entry another amount than the account's statement does, under the same reference of the bank's. Ask the bank which one is right. Nothing of the file was taken.");
  }

  static Refusal uploadsOff() {
    return new Problem.Forbidden(
            ErrorCode.DASHBOARD_REQUIRED,
            "Live statements of this account are not taken by key: an owner must allow it in the dashboard, under Bank accounts, with the password. Or put the file into the watch folder.")
        .refusal();
  }

  static Refusal doesNotContinue() {
    return invalid(
        "The statement does not begin with the balance and on or after the day that the last one ended with, and by key none is taken that leaves a gap. Send the statements in their order. Nothing of the file was taken.");
  }

  static Refusal withoutBalances() {
    return invalid(
        "A notification (camt.054) has no balances, and by key only what goes on from the last balance is taken in live mode. Put the file into the watch folder, or send the statement (camt.053). Nothing of the file was taken.");
  }

  private static Refusal invalid(String message) {
    return new Problem.BadRequest(ErrorCode.BANK_STATEMENT_INVALID, message).refusal();
  }
}
