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
 * A refund of all or part of a payment. While it is pending, {@link Amounts#refundPending} includes
 * its amount.
 *
 * @param reason the reason that the merchant gave
 * @param providerId the provider's identifier of a refund that was made there
 * @param account the destination of a refund by bank transfer, as far as it may be shown
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
  /** Creates a refund that Florin requests or learns of from a bank. */
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
   * A bank account whose number is sealed and stored elsewhere.
   *
   * @param country of the account, in two letters (ISO 3166)
   * @param last4 the last four characters of its IBAN
   */
  public record RefundAccount(String country, String last4) {}

  public Refund {
    // Sorted, so that the same metadata always gives the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /**
   * The mutable part of a refund.
   *
   * @param version increased by every update; an update succeeds only if no other process has
   *     increased it in the meantime
   * @param sequence the number of events of the refund
   * @param failure present exactly if it has failed
   */
  public record State(int version, int sequence, Status status, Optional<FailureReason> failure) {
    public State {
      if ((status == Status.FAILED) != failure.isPresent()) {
        throw new IllegalArgumentException("a refund that has failed, and no other, says why");
      }
    }
  }

  /** The status of a refund. {@link RefundMachine} defines the moves. */
  public enum Status {
    /** It is in flight, or its outcome is not known yet. */
    PENDING,
    /** It is done, although a network may change its decision for a while. */
    SUCCEEDED,
    FAILED,
    /** The merchant canceled it before the network received it. */
    CANCELED;

    /** Returns whether nothing changes it. A refund that succeeded may still fail. */
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

  /** The reason for the refund. */
  public enum Reason {
    DUPLICATE,
    FRAUDULENT,
    REQUESTED_BY_CUSTOMER,
    /** The bank took back what it had booked. No merchant gives this reason. */
    BANK_RETURN,
    /** A person made the refund in the provider's dashboard. No merchant gives this reason. */
    MADE_AT_PROVIDER;

    /** The reasons that a merchant may give. */
    public static final Set<Reason> OF_MERCHANTS =
        Collections.unmodifiableSet(EnumSet.of(DUPLICATE, FRAUDULENT, REQUESTED_BY_CUSTOMER));

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Reason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** The reason why the payer did not receive the refund. */
  public enum FailureReason {
    DECLINED,
    EXPIRED_OR_CANCELED_CARD,
    LOST_OR_STOLEN_CARD,
    /** The payer's bank has returned it. */
    RETURNED,
    /** The bank paid another amount. The part that the payer received is a separate refund. */
    OTHER_AMOUNT,
    /** It never reached the network, or the network gives no reason. */
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

  /**
   * Returns the end-to-end identifier by which a bank's booking of the refund is recognized: at
   * most 35 characters.
   */
  public String endToEndId() {
    return id.text().replace("_", "").toUpperCase(Locale.ROOT);
  }
}
