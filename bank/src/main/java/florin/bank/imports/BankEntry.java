package florin.bank.imports;

import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/**
 * A transaction that a bank has booked.
 *
 * @param account the account of its statement
 * @param place its position in the statement
 * @param debit whether money went out
 * @param reversal whether it undoes an earlier booking
 * @param bankReference the bank's own reference of the entry
 * @param entryAmount the amount of the whole entry that this transaction is part of
 * @param possibleDuplicate whether another statement has a similar entry, and the balances don't
 *     tell whether both are the same booking
 */
public record BankEntry(
    Realm realm,
    BankEntryId id,
    ReceivingAccountId account,
    BankStatementId statement,
    EntryPlace place,
    int version,
    Status status,
    Money amount,
    boolean debit,
    boolean reversal,
    LocalDate bookedOn,
    Optional<String> bankReference,
    Money entryAmount,
    boolean possibleDuplicate,
    Said said) {

  /** The position of a transaction in a statement; both numbers start at 1. */
  public record EntryPlace(int number, int detail) {
    /** The position before the first entry. */
    public static final EntryPlace BEFORE_ALL = new EntryPlace(0, 0);
  }

  /**
   * The details of a transaction.
   *
   * @param references possible creditor references, by where they were found
   * @param message the payer's message, with card numbers masked
   * @param party the other party, who sent or received the money
   * @param returnReason why the transfer came back, as an ISO 20022 code or the bank's own
   */
  public record Said(
      FoundReferences references,
      Optional<String> endToEndId,
      Optional<String> message,
      Optional<String> party,
      Optional<SealedIban> iban,
      Optional<String> returnReason) {}

  /** The other party's account number, encrypted. */
  public record SealedIban(String sealed, String last4) {}

  /** The result of matching. */
  public enum Status {
    /** Florin has not matched the entry yet. */
    NEW,
    /** Its money went to, or came from, payments or credits. */
    MATCHED,
    /** A person must decide where its money belongs. */
    UNMATCHED,
    /** The entry belongs to no payment, refund or credit of Florin. */
    OTHER,
    /** Another statement has the same booking. */
    DUPLICATE;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public BankEntry as(Status next) {
    return with(next, possibleDuplicate);
  }

  /**
   * Returns this entry after a person has confirmed that it is not a duplicate of the other one.
   */
  public BankEntry confirmed() {
    return with(status, false);
  }

  /** Returns the next version of this entry, which is otherwise the same. */
  BankEntry touched() {
    return with(status, possibleDuplicate);
  }

  private BankEntry with(Status next, boolean mayBeDuplicate) {
    return new BankEntry(
        realm,
        id,
        account,
        statement,
        place,
        version + 1,
        next,
        amount,
        debit,
        reversal,
        bookedOn,
        bankReference,
        entryAmount,
        mayBeDuplicate,
        said);
  }

  /**
   * Returns whether nothing identifies the payment: the entry has one transaction and no reference.
   */
  public boolean isBare() {
    return amount.equals(entryAmount) && said.references().all().isEmpty();
  }

  /** Returns the effect on the account's balance, in minor units. */
  public long signed() {
    return debit ? -amount.minor() : amount.minor();
  }
}
