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
 * A transfer that a merchant's bank is to make. It is in one payment file at most, and keeps its
 * end-to-end id in whichever: so that what the bank books is known, and known to be done once.
 *
 * @param id of a refund: its attempt's, our reference
 * @param version raised by every change
 * @param refund that it carries out; empty where no payment has the money
 * @param holding whose money goes back, where no payment has it; empty for a refund
 * @param endToEndId by which the bank's booking is known, at most 35 characters
 * @param account from which it goes
 * @param message for who gets it
 * @param place where it stands between us and the bank
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
   * To whom it goes.
   *
   * @param holder of the account
   * @param sealedIban of the account, sealed for the transfer's id
   * @param last4 of the IBAN
   * @param named whether whoever asked has named it; else the money had come from there
   */
  public record Destination(String holder, String sealedIban, String last4, boolean named) {}

  /**
   * @param order the one file that it is in
   * @param entry by which the bank has booked it
   * @param waitingSince when it came to wait for a file
   */
  public record OutgoingPlace(
      Optional<PaymentFileId> order, Optional<BankEntryId> entry, Instant waitingSince) {
    /** In no file. */
    public static OutgoingPlace none(Instant now) {
      return new OutgoingPlace(Optional.empty(), Optional.empty(), now);
    }
  }

  /** How far it is. */
  public enum TransferState {
    /** Is about to be written down for the next file. */
    BEGUN,
    /** For the next file. */
    WAITING,
    /** In a file. */
    ORDERED,
    /** The bank says that it went out. */
    BOOKED,
    /** It went out and has come back. */
    RETURNED,
    /** The bank has booked another amount under its name: a person must ask. */
    OTHER_AMOUNT,
    /** The same, and a person has said what of it the payer has. */
    DECLARED,
    /** Never went into a file, and will not. */
    CLOSED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    public static TransferState of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether the bank may still book it. */
  public boolean isOpen() {
    return state == TransferState.WAITING || state == TransferState.ORDERED;
  }

  /** For the next file. */
  public OutgoingTransfer waiting(Instant now) {
    return with(TransferState.WAITING, OutgoingPlace.none(now));
  }

  /** The same, in a file that it had been taken out of: the bank has carried that out after all. */
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

  /** Never to be in a file. */
  public OutgoingTransfer closed() {
    return with(TransferState.CLOSED, OutgoingPlace.none(place.waitingSince()));
  }

  /** The bank has booked it. */
  public OutgoingTransfer booked(BankEntryId by) {
    return with(TransferState.BOOKED, bookedBy(by));
  }

  /** It has come back. */
  public OutgoingTransfer returned() {
    return with(TransferState.RETURNED, place);
  }

  /** It came back before we had heard that it went out. */
  public OutgoingTransfer returned(BankEntryId by) {
    return with(TransferState.RETURNED, bookedBy(by));
  }

  /** It went out, of which we hear after it has come back. */
  public OutgoingTransfer bookedLast(BankEntryId by) {
    return returned(by);
  }

  /** Another amount went out. */
  public OutgoingTransfer otherAmount(BankEntryId by) {
    return with(TransferState.OTHER_AMOUNT, bookedBy(by));
  }

  /** The bank has undone the booking of another amount: it is to be booked as it was ordered. */
  public OutgoingTransfer orderedAgain() {
    return with(
        TransferState.ORDERED,
        new OutgoingPlace(place.order(), Optional.empty(), place.waitingSince()));
  }

  /** What of another amount the payer has was said by a person. */
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
