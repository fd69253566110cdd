package florin.bank.statement;

import florin.core.Bic;
import florin.core.Iban;
import florin.core.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * One booking on an account.
 *
 * @param ordinal its position in the statement, from 1
 * @param bankReference the bank's reference, the same in every file (`AcctSvcrRef`; in MT940 the
 *     text after `//`)
 * @param credit whether money came in. This is the direction on the account: the reversal of a
 *     credit is a debit
 * @param reversal whether it undoes an earlier booking
 * @param booked whether it is booked or only announced; announced entries count in no balance
 * @param details at least one. An entry for many transfers (a batch) has all that the file contains
 */
public record StatementEntry(
    int ordinal,
    Optional<String> bankReference,
    boolean credit,
    boolean reversal,
    boolean booked,
    Money amount,
    LocalDate bookingDate,
    Optional<LocalDate> valueDate,
    List<EntryDetail> details) {
  /**
   * One transfer of an entry. All texts are the bank's, up to a limit ({@link StatementBounds}).
   *
   * @param amount in the account's currency and the entry's direction, if the file has it; use
   *     {@link StatementEntry#amountOf}
   * @param endToEndId the id that the ordering party assigned; empty for `NOTPROVIDED`
   * @param structuredReference the creditor's reference, in a field of its own
   * @param text the payer's text, or the bank's text about the entry if there is none
   * @param messageId the id of the payment file that ordered it
   * @param paymentInformationId the id of the part of that file
   * @param returnReason why it came back: an ISO 20022 code such as `AC04`, or the bank's own
   * @param bankReference the bank's own reference of this transfer, which may differ from the
   *     entry's
   */
  public record EntryDetail(
      Optional<Money> amount,
      Optional<String> endToEndId,
      Optional<String> structuredReference,
      String text,
      Optional<Counterparty> counterparty,
      Optional<String> messageId,
      Optional<String> paymentInformationId,
      Optional<String> returnReason,
      Optional<String> bankReference) {}

  /** The counterparty of a transfer: the sender of a credit, or the recipient of a debit. */
  public record Counterparty(Optional<String> name, Optional<Iban> iban, Optional<Bic> bic) {
    public boolean isEmpty() {
      return name.isEmpty() && iban.isEmpty() && bic.isEmpty();
    }
  }

  public StatementEntry {
    details = List.copyOf(details);
    if (details.isEmpty()) {
      throw new IllegalArgumentException("an entry has a detail");
    }
  }

  /**
   * Returns the amount of a detail. A single detail has the whole amount. Otherwise it is the
   * detail's own amount, if all amounts add up to the entry's. Empty if the file does not tell the
   * shares.
   */
  public Optional<Money> amountOf(EntryDetail detail) {
    if (details.size() == 1) {
      return Optional.of(amount);
    }
    return addUp() ? detail.amount() : Optional.empty();
  }

  private boolean addUp() {
    long left = amount.minor();
    for (EntryDetail detail : details) {
      if (detail.amount().isEmpty()) {
        return false;
      }
      left -= detail.amount().get().minor();
      if (left < 0) {
        return false;
      }
    }
    return left == 0;
  }
}
