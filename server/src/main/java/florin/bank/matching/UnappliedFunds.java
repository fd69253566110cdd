package florin.bank.matching;

import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Money that no payment has: a customer's credit, or a receipt that is not matched.
 *
 * @param reason why no payment has it
 * @param amount that came to be held
 * @param remaining what of it is still held
 * @param origin by which entry it came, and for whom
 */
public record UnappliedFunds(
    Realm realm,
    UUID id,
    Kind kind,
    int version,
    Status status,
    HoldingReason reason,
    Money amount,
    Money remaining,
    HoldingOrigin origin) {
  static final int FIRST_VERSION = 1;

  /**
   * @param payment of a credit: for which it had come; of an unmatched transfer: to which it was
   *     assigned
   * @param customer the payment's; a credit without one belongs to the payment
   */
  public record HoldingOrigin(
      ReceivingAccountId account,
      BankEntryId entry,
      Optional<PaymentId> payment,
      Optional<CustomerId> customer,
      Instant created) {
    HoldingOrigin with(PaymentId assigned) {
      return new HoldingOrigin(account, entry, Optional.of(assigned), customer, created);
    }
  }

  /** Whether we know whose it is. */
  public enum Kind {
    CREDIT,
    UNMATCHED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    Held.Holder holder() {
      return this == CREDIT ? Held.Holder.CREDIT : Held.Holder.UNMATCHED;
    }
  }

  /** How it stands. */
  public enum Status {
    OPEN,
    /** It is to be sent back, and the bank has not booked that yet. */
    RETURNING,
    /** Nothing of it is left. */
    CLOSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** By its kind: `ccr_…` or `umt_…`. */
  public Id typedId() {
    return kind == Kind.CREDIT ? new CustomerCreditId(id) : new UnmatchedTransferId(id);
  }

  /** By which a transfer that sends it back is known when the bank has booked it. */
  public String endToEndId() {
    return typedId().text().replace("_", "").toUpperCase(Locale.ROOT);
  }

  /** The holding that a transfer of that name sends back, if it is one's. */
  static Optional<UUID> findByEndToEndId(String text) {
    String plain = text.toLowerCase(Locale.ROOT);
    return find(plain, CustomerCreditId.KIND).or(() -> find(plain, UnmatchedTransferId.KIND));
  }

  /** Whether a name, in small letters, begins as those by which holdings go back. */
  static boolean isNamed(String plain) {
    return plain.startsWith(CustomerCreditId.KIND.prefix())
        || plain.startsWith(UnmatchedTransferId.KIND.prefix());
  }

  private static <T extends Id> Optional<UUID> find(String plain, Id.Kind<T> kind) {
    return plain.startsWith(kind.prefix())
        ? kind.parse(kind.prefix() + "_" + plain.substring(kind.prefix().length())).map(Id::uuid)
        : Optional.empty();
  }

  /** Just as it came: nobody has assigned, returned or taken back any of it. */
  boolean isUntouched() {
    return version == FIRST_VERSION;
  }

  /** Whether another statement has an entry like its own, which may be the same booking. */
  public boolean isPossibleDuplicate() {
    return reason == HoldingReason.POSSIBLE_DUPLICATE;
  }

  Held held() {
    return new Held(kind.holder(), id, remaining);
  }

  /** The same, after a part of it went. */
  UnappliedFunds less(Money part) {
    Money left = remaining.minus(part);
    return with(left.isZero() ? Status.CLOSED : status, left, origin);
  }

  /** The same, after a part of it has come back. */
  UnappliedFunds more(Money part) {
    return with(Status.OPEN, remaining.plus(part), origin);
  }

  /** The same change, after which what is left can be assigned or returned again. */
  UnappliedFunds reopened() {
    return new UnappliedFunds(
        realm, id, kind, version, Status.OPEN, reason, amount, remaining, origin);
  }

  UnappliedFunds as(Status next) {
    return with(next, remaining, origin);
  }

  /** The same, after a person has confirmed that the bank booked it. */
  UnappliedFunds confirmed() {
    return new UnappliedFunds(
        realm,
        id,
        kind,
        version + 1,
        status,
        HoldingReason.NO_REFERENCE,
        amount,
        remaining,
        origin);
  }

  /** The same, after all of it went to a payment. */
  UnappliedFunds assignedTo(PaymentId payment, Money part) {
    Money left = remaining.minus(part);
    return with(left.isZero() ? Status.CLOSED : Status.OPEN, left, origin.with(payment));
  }

  private UnappliedFunds with(Status next, Money left, HoldingOrigin from) {
    return new UnappliedFunds(realm, id, kind, version + 1, next, reason, amount, left, from);
  }
}
