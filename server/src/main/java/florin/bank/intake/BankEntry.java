package florin.bank.intake;

import florin.core.Id.BankEntryId;
import florin.core.Id.BankStatementId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/**
 * One transaction that a bank has booked.
 *
 * @param account whose statement it stands in
 * @param place in its statement
 * @param debit whether money went out
 * @param reversal whether it undoes an earlier booking
 * @param bankReference the bank's own name for the entry
 * @param entryAmount of the whole entry that this is a transaction of
 * @param possibleDuplicate whether another statement has an entry like it, and the balances do not
 *     say whether the two are one booking
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

  /** From 1 on, both. */
  public record EntryPlace(int number, int detail) {
    /** Where none is. */
    public static final EntryPlace BEFORE_ALL = new EntryPlace(0, 0);
  }

  /**
   * What goes with the money.
   *
   * @param references what may be references of ours, by where they were found
   * @param message of the payer, without what looks like a card number
   * @param party who sent it, or got it
   * @param returnReason why it came back, in ISO 20022's code or the bank's own
   */
  public record Said(
      FoundReferences references,
      Optional<String> endToEndId,
      Optional<String> message,
      Optional<String> party,
      Optional<SealedIban> iban,
      Optional<String> returnReason) {}

  /** The account of the other side. */
  public record SealedIban(String sealed, String last4) {}

  /** What has become of it. */
  public enum Status {
    /** It is to be matched. */
    NEW,
    /** Payments or credits have its money, or have lost it. */
    MATCHED,
    /** A person must say whose its money is. */
    UNMATCHED,
    /** None of our business. */
    OTHER,
    /** Another statement tells of its money. */
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
   * The same, after a person has confirmed that the bank booked it in addition to the other one.
   */
  public BankEntry confirmed() {
    return with(status, false);
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

  /** Whether it says nothing of whose its money is: all of an entry, and no reference. */
  public boolean isBare() {
    return amount.equals(entryAmount) && said.references().all().isEmpty();
  }

  /** What it does to the account, in minor units. */
  public long signed() {
    return debit ? -amount.minor() : amount.minor();
  }
}
