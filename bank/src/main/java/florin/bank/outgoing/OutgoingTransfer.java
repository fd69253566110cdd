package florin.bank.outgoing;

import florin.core.Id.BankEntryId;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A transfer that a merchant's bank is asked to make. It is in at most one payment file, and keeps
 * its end-to-end id in any file. So Florin recognizes its booking, and it is executed only once.
 *
 * @param id for a refund, its attempt's id, which is Florin's reference
 * @param version raised by every change
 * @param refund the refund that it carries out; empty for unapplied funds
 * @param holding the unapplied funds that go back; empty for a refund
 * @param endToEndId identifies the bank's booking, at most 35 characters
 * @param account the account that sends it
 * @param message for the recipient
 * @param place its payment file and bank entry
 */
public record OutgoingTransfer(
    Realm realm,
    UUID id,
    int version,
    TransferState state,
    Optional<RefundId> refund,
    Optional<UUID> holding,
    String endToEndId,
    ReceivingAccountId account,
    Money amount,
    Destination destination,
    String message,
    OutgoingPlace place,
    Instant created) {

  /**
   * The recipient of the transfer.
   *
   * @param holder the holder of the account
   * @param sealedIban the IBAN, encrypted for the transfer's id
   * @param last4 the last characters of the IBAN
   * @param named whether the requester named the account; otherwise the money came from it
   */
  public record Destination(String holder, String sealedIban, String last4, boolean named) {}

  /**
   * The progress of a transfer at the bank.
   *
   * @param order the file that contains it
   * @param entry the bank entry that booked it
   * @param waitingSince when it began to wait for a file
   */
  public record OutgoingPlace(
      Optional<PaymentFileId> order, Optional<BankEntryId> entry, Instant waitingSince) {
    /** Returns the place of a transfer without a file. */
    public static OutgoingPlace none(Instant now) {
      return new OutgoingPlace(Optional.empty(), Optional.empty(), now);
    }
  }

  /** The state of a transfer. */
  public enum TransferState {
    /** It is about to be stored for the next file. */
    BEGUN,
    /** It waits for the next file. */
    WAITING,
    /** It is in a file. */
    ORDERED,
    /** The bank reports that it went out. */
    BOOKED,
    /** It went out and came back. */
    RETURNED,
    /** The bank has booked another amount with its end-to-end id: a person must ask the bank. */
    OTHER_AMOUNT,
    /**
     * The bank has booked another amount, and a person has declared how much the payer received.
     */
    DECLARED,
    /** It was in no file, and will be in none. */
    CLOSED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    public static TransferState of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns whether the bank may still book it. */
  public boolean isOpen() {
    return state == TransferState.WAITING || state == TransferState.ORDERED;
  }

  /** Returns the transfer as waiting for the next file. */
  public OutgoingTransfer waiting(Instant now) {
    return with(TransferState.WAITING, OutgoingPlace.none(now));
  }

  /**
   * Returns the transfer in a file that a person had rejected, because the bank executed that file
   * after all.
   */
  public OutgoingTransfer in(PaymentFileId file) {
    return new OutgoingTransfer(
        realm,
        id,
        version,
        TransferState.ORDERED,
        refund,
        holding,
        endToEndId,
        account,
        amount,
        destination,
        message,
        new OutgoingPlace(Optional.of(file), Optional.empty(), place.waitingSince()),
        created);
  }

  /** Returns the transfer as closed: it will be in no file. */
  public OutgoingTransfer closed() {
    return with(TransferState.CLOSED, OutgoingPlace.none(place.waitingSince()));
  }

  /** Returns the transfer as booked by the bank. */
  public OutgoingTransfer booked(BankEntryId by) {
    return with(TransferState.BOOKED, bookedBy(by));
  }

  /** Returns the transfer after it came back. */
  public OutgoingTransfer returned() {
    return with(TransferState.RETURNED, place);
  }

  /** Returns the transfer after it came back before the bank reported that it went out. */
  public OutgoingTransfer returned(BankEntryId by) {
    return with(TransferState.RETURNED, bookedBy(by));
  }

  /**
   * Returns the transfer after the bank reported that it went out, which followed the report of its
   * return.
   */
  public OutgoingTransfer bookedLast(BankEntryId by) {
    return returned(by);
  }

  /** Returns the transfer after another amount went out. */
  public OutgoingTransfer otherAmount(BankEntryId by) {
    return with(TransferState.OTHER_AMOUNT, bookedBy(by));
  }

  /**
   * Returns the transfer after the bank undid the booking of another amount: it waits for its
   * booking again.
   */
  public OutgoingTransfer orderedAgain() {
    return with(
        TransferState.ORDERED,
        new OutgoingPlace(place.order(), Optional.empty(), place.waitingSince()));
  }

  /** Returns the transfer after a person declared how much of another amount the payer received. */
  public OutgoingTransfer declared() {
    return with(TransferState.DECLARED, place);
  }

  private OutgoingPlace bookedBy(BankEntryId by) {
    return new OutgoingPlace(place.order(), Optional.of(by), place.waitingSince());
  }

  private OutgoingTransfer with(TransferState next, OutgoingPlace at) {
    return new OutgoingTransfer(
        realm,
        id,
        version + 1,
        next,
        refund,
        holding,
        endToEndId,
        account,
        amount,
        destination,
        message,
        at,
        created);
  }
}
