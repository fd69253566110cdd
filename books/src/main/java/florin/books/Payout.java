package florin.books;

import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/**
 * A payout of a provider to the merchant's bank. The provider reports it, and bank entries show
 * whether its money has arrived.
 *
 * @param version counts the changes, from 1
 * @param reference the provider's id
 * @param amount in minor units; negative if the provider collects money from the bank
 * @param bankReference the text by which the bank entry can be recognized
 * @param failure why it failed, in the provider's words
 * @param hasAllLines whether the provider has reported all lines that it is made of
 * @param arrivedAmount the money of bank entries so far
 * @param account the receiving account of the last bank entry; empty if a person confirmed it
 */
public record Payout(
    Realm realm,
    PayoutId id,
    int version,
    String connector,
    String reference,
    Status status,
    Currency currency,
    long amount,
    Optional<String> bankReference,
    LocalDate arrivesOn,
    Optional<String> failure,
    boolean hasAllLines,
    long arrivedAmount,
    Optional<ReceivingAccountId> account,
    Instant created,
    Optional<Instant> arrivedAt) {
  static final int FIRST_VERSION = 1;

  /** The states of a payout. */
  public enum Status {
    /** The provider has not sent it yet. */
    EXPECTED,
    IN_TRANSIT,
    /** Its amount is at the bank. */
    ARRIVED,
    /** Its amount is at the bank, and its lines add up to it. */
    CLOSED,
    /** The bank booked another amount. */
    DIFFERS,
    FAILED;

    /** Returns the text in SQL and JSON. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns a new payout that the provider has reported. */
  static Payout of(
      Realm realm, PayoutId id, String connector, ReportedPayout reported, Instant now) {
    return new Payout(
        realm,
        id,
        FIRST_VERSION,
        connector,
        reported.reference(),
        Status.of(reported.status().text()),
        reported.currency(),
        reported.amount(),
        reported.bankReference(),
        reported.arrivesOn(),
        reported.failure(),
        reported.hasAllLines(),
        0,
        Optional.empty(),
        now,
        Optional.empty());
  }

  /**
   * Returns the payout after another report. Bank entries decide what has arrived. A payout that
   * failed stays so, because a late report may be an old one, unless the provider sent it again.
   *
   * @param isSentAgain whether the provider's lines show that it came back and left again
   */
  Payout reported(ReportedPayout reported, boolean isSentAgain) {
    boolean isFailed =
        (status == Status.FAILED && !isSentAgain)
            || reported.status() == ReportedPayout.Status.FAILED;
    Status next =
        isFailed
            ? Status.FAILED
            : arrivedAmount == 0
                ? Status.of(reported.status().text())
                : arrivedAmount != reported.amount()
                    ? Status.DIFFERS
                    : status == Status.CLOSED && amount == reported.amount()
                        ? Status.CLOSED
                        : Status.ARRIVED;
    return new Payout(
        realm,
        id,
        version + 1,
        connector,
        reference,
        next,
        currency,
        reported.amount(),
        reported.bankReference().or(() -> bankReference),
        reported.arrivesOn(),
        isSentAgain ? reported.failure() : reported.failure().or(() -> failure),
        reported.hasAllLines() || hasAllLines,
        arrivedAmount,
        account,
        created,
        arrivedAt);
  }

  /** Returns whether this is the same payout, except for the version. */
  boolean isSame(Payout other) {
    return equals(other.withVersion(version));
  }

  private Payout withVersion(int other) {
    return new Payout(
        realm,
        id,
        other,
        connector,
        reference,
        status,
        currency,
        amount,
        bankReference,
        arrivesOn,
        failure,
        hasAllLines,
        arrivedAmount,
        account,
        created,
        arrivedAt);
  }

  /**
   * Returns the payout after a bank entry, or after a person has confirmed it.
   *
   * @param moved the money of the entry; its sign is the opposite of the payout's if the bank has
   *     undone it
   * @param account empty if a person confirmed it
   */
  Payout arrived(long moved, Optional<ReceivingAccountId> account, Instant now) {
    long arrived = Math.addExact(arrivedAmount, moved);
    Status next =
        arrived == amount
            ? Status.ARRIVED
            : arrived != 0
                ? Status.DIFFERS
                : status == Status.FAILED ? Status.FAILED : Status.IN_TRANSIT;
    return new Payout(
        realm,
        id,
        version + 1,
        connector,
        reference,
        next,
        currency,
        amount,
        bankReference,
        arrivesOn,
        failure,
        hasAllLines,
        arrived,
        arrived == 0 ? Optional.empty() : account,
        created,
        arrived == 0 ? Optional.empty() : Optional.of(now));
  }

  /** Returns whether a person has confirmed that it arrived, and no bank entry has. */
  boolean isConfirmed() {
    return arrivedAmount != 0 && account.isEmpty();
  }

  Payout closed() {
    return new Payout(
        realm,
        id,
        version + 1,
        connector,
        reference,
        Status.CLOSED,
        currency,
        amount,
        bankReference,
        arrivesOn,
        failure,
        hasAllLines,
        arrivedAmount,
        account,
        created,
        arrivedAt);
  }
}
