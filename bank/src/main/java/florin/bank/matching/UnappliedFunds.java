package florin.bank.matching;

import florin.bank.matching.Allocation.Held;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Id.UnmatchedTransferId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Money that is not applied to a payment: a customer credit or an unmatched transfer.
 *
 * @param reason why it is not applied
 * @param amount the original amount
 * @param remaining the amount that is still unapplied
 * @param origin the entry with which it arrived, and its owner
 */
public record UnappliedFunds(
    Realm realm,
    UUID id,
    Kind kind,
    int version,
    Status status,
    UnappliedReason reason,
    Money amount,
    Money remaining,
    FundsOrigin origin) {
  static final int FIRST_VERSION = 1;

  /**
   * The origin of the money.
   *
   * @param payment for a credit, the payment for which it arrived; for an unmatched transfer, the
   *     payment to which it was assigned
   * @param customer the payment's customer; a credit without one belongs to the payment
   * @param payout for an unmatched transfer, the payout to which it was assigned
   */
  public record FundsOrigin(
      ReceivingAccountId account,
      BankEntryId entry,
      Optional<PaymentId> payment,
      Optional<CustomerId> customer,
      Optional<PayoutId> payout,
      Instant created) {
    FundsOrigin with(PaymentId assigned) {
      return new FundsOrigin(account, entry, Optional.of(assigned), customer, payout, created);
    }

    FundsOrigin with(PayoutId assigned) {
      return new FundsOrigin(account, entry, payment, customer, Optional.of(assigned), created);
    }

    FundsOrigin withoutPayout() {
      return new FundsOrigin(account, entry, payment, customer, Optional.empty(), created);
    }
  }

  /** Whether the owner is known. */
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

  /** The state of the funds. */
  public enum Status {
    OPEN,
    /** A return is ordered, and the bank has not booked it yet. */
    RETURNING,
    /** Nothing is left. */
    CLOSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns the public id of its kind: `ccr_…` or `umt_…`. */
  public Id typedId() {
    return kind == Kind.CREDIT ? new CustomerCreditId(id) : new UnmatchedTransferId(id);
  }

  /** Returns the end-to-end id by which Florin recognizes the booking of a return. */
  public String endToEndId() {
    return typedId().text().replace("_", "").toUpperCase(Locale.ROOT);
  }

  /**
   * Returns the id of the funds that a transfer with this end-to-end id sends back, if it has that
   * form.
   */
  static Optional<UUID> findByEndToEndId(String text) {
    String plain = text.toLowerCase(Locale.ROOT);
    return find(plain, CustomerCreditId.KIND).or(() -> find(plain, UnmatchedTransferId.KIND));
  }

  /** Returns whether an end-to-end id, in lower case, begins like those of returns. */
  static boolean isNamed(String plain) {
    return plain.startsWith(CustomerCreditId.KIND.prefix())
        || plain.startsWith(UnmatchedTransferId.KIND.prefix());
  }

  private static <T extends Id> Optional<UUID> find(String plain, Id.Kind<T> kind) {
    return plain.startsWith(kind.prefix())
        ? kind.parse(kind.prefix() + "_" + plain.substring(kind.prefix().length())).map(Id::uuid)
        : Optional.empty();
  }

  /** Returns whether the funds are unchanged: nothing was assigned, returned or taken back. */
  boolean isUntouched() {
    return version == FIRST_VERSION;
  }

  /** Returns whether another statement has a similar entry, which may be the same booking. */
  public boolean isPossibleDuplicate() {
    return reason == UnappliedReason.POSSIBLE_DUPLICATE;
  }

  Held held() {
    return new Held(kind.holder(), id, remaining);
  }

  /** Returns the funds after a part of them left. */
  UnappliedFunds less(Money part) {
    Money left = remaining.minus(part);
    return with(left.isZero() ? Status.CLOSED : status, left, origin);
  }

  /** Returns the funds after a part of them came back. */
  UnappliedFunds more(Money part) {
    return with(Status.OPEN, remaining.plus(part), origin);
  }

  /** Returns the same version as open, so that the rest can be assigned or returned again. */
  UnappliedFunds reopened() {
    return new UnappliedFunds(
        realm, id, kind, version, Status.OPEN, reason, amount, remaining, origin);
  }

  UnappliedFunds as(Status next) {
    return with(next, remaining, origin);
  }

  /** Returns the funds after a person has confirmed that the bank booked them. */
  UnappliedFunds confirmed() {
    return new UnappliedFunds(
        realm,
        id,
        kind,
        version + 1,
        status,
        UnappliedReason.NO_REFERENCE,
        amount,
        remaining,
        origin);
  }

  /** Returns the funds after a part of them went to a payment. */
  UnappliedFunds assignedTo(PaymentId payment, Money part) {
    Money left = remaining.minus(part);
    return with(left.isZero() ? Status.CLOSED : Status.OPEN, left, origin.with(payment));
  }

  /** Returns the funds after the rest of them went to a payout. */
  UnappliedFunds assignedTo(PayoutId payout) {
    return with(Status.CLOSED, Money.zero(remaining.currency()), origin.with(payout));
  }

  /**
   * Returns the funds after money came back from a payout. Only a person assigns it again, because
   * the entry may name that payout. A possible duplicate is still one.
   */
  UnappliedFunds unassigned(Money part) {
    return new UnappliedFunds(
        realm,
        id,
        kind,
        version + 1,
        Status.OPEN,
        isPossibleDuplicate() ? reason : UnappliedReason.UNASSIGNED,
        amount,
        remaining.plus(part),
        origin.withoutPayout());
  }

  private UnappliedFunds with(Status next, Money left, FundsOrigin from) {
    return new UnappliedFunds(realm, id, kind, version + 1, next, reason, amount, left, from);
  }
}
