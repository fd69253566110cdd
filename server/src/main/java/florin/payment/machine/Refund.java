package florin.payment.machine;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A part of a payment, or all of it, that goes back to the payer. While it is pending its amount is
 * reserved in {@link Amounts#refundPending}.
 *
 * @param reason what the merchant gave as one
 * @param providerId the provider's name of one that was made there
 * @param account of one by bank transfer: where it goes, as far as it may be shown
 */
public record Refund(
    Realm realm,
    RefundId id,
    PaymentId payment,
    Money amount,
    Optional<Reason> reason,
    Optional<RefundAccount> account,
    Map<String, String> metadata,
    Instant created,
    Optional<String> providerId,
    State state) {
  /** A refund that Florin asks for, or learns of from a bank. */
  public Refund(
      Realm realm,
      RefundId id,
      PaymentId payment,
      Money amount,
      Optional<Reason> reason,
      Optional<RefundAccount> account,
      Map<String, String> metadata,
      Instant created,
      State state) {
    this(realm, id, payment, amount, reason, account, metadata, created, Optional.empty(), state);
  }

  /**
   * A bank account of which the number is kept elsewhere, sealed.
   *
   * @param country of the account, in two letters (ISO 3166)
   * @param last4 of its IBAN
   */
  public record RefundAccount(String country, String last4) {}

  public Refund {
    // Sorted, so that the same metadata is always the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /**
   * What changes.
   *
   * @param version raised by every update, which holds only if nobody else has raised it meanwhile
   * @param sequence how many events there are of it
   * @param failure present exactly when it has failed
   */
  public record State(int version, int sequence, Status status, Optional<FailureReason> failure) {
    public State {
      if ((status == Status.FAILED) != failure.isPresent()) {
        throw new IllegalArgumentException("a refund that has failed, and no other, says why");
      }
    }
  }

  /** Where a refund stands. Which moves there are, {@link RefundMachine} says. */
  public enum Status {
    /** Under way, or its outcome is not known yet. */
    PENDING,
    /** Done; but a network may change its mind for a while. */
    SUCCEEDED,
    FAILED,
    /** Taken back by the merchant before the network had it. */
    CANCELED;

    /** It stays as it is; a success may still be taken back. */
    boolean isFinal() {
      return this == FAILED || this == CANCELED;
    }

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Why the money goes back. */
  public enum Reason {
    DUPLICATE,
    FRAUDULENT,
    REQUESTED_BY_CUSTOMER,
    /** No merchant gives it: the bank has taken back what it had booked. */
    BANK_RETURN,
    /** No merchant gives it: a person has made the refund in the provider's dashboard. */
    MADE_AT_PROVIDER;

    /** What merchants may say. */
    public static final Set<Reason> OF_MERCHANTS =
        Collections.unmodifiableSet(EnumSet.of(DUPLICATE, FRAUDULENT, REQUESTED_BY_CUSTOMER));

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Reason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Why the payer did not get it. */
  public enum FailureReason {
    DECLINED,
    EXPIRED_OR_CANCELED_CARD,
    LOST_OR_STOLEN_CARD,
    /** The payer's bank has sent it back. */
    RETURNED,
    /** The bank has paid another amount: what of it the payer has is a refund of its own. */
    OTHER_AMOUNT,
    /** It never reached the network, or nobody says. */
    UNKNOWN;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static FailureReason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public Status status() {
    return state.status();
  }

  Refund with(State next) {
    return new Refund(
        realm, id, payment, amount, reason, account, metadata, created, providerId, next);
  }

  Refund with(Map<String, String> nextMetadata) {
    return new Refund(
        realm, id, payment, amount, reason, account, nextMetadata, created, providerId, state);
  }

  /** By which a bank's booking of it is known: 35 characters at most. */
  public String endToEndId() {
    return id.text().replace("_", "").toUpperCase(Locale.ROOT);
  }
}
