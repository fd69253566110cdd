package florin.connector;

import florin.core.Currency;
import florin.core.Id;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A movement of money at a provider, as the provider reports it. Amounts are in minor units,
 * positive towards the merchant. The net amount is the gross amount less the fee.
 *
 * @param reference the provider's id of the line; the same line always has the same
 * @param subject the payment, the refund or the attempt whose money moves; empty if the provider
 *     reports no reference of Florin
 * @param fee includes the tax; negative if the provider returns a fee
 * @param tax the tax within the fee
 * @param original the amount before the provider converted it; empty if it did not
 * @param description the provider's words
 * @param availableAt the time from which the provider can pay the money out
 * @param payout the provider's id of the payout that includes the line; empty if not known yet. For
 *     {@link Type#PAYOUT} and {@link Type#PAYOUT_FAILURE} the payout itself
 */
public record SettlementLine(
    String reference,
    Type type,
    Optional<Id> subject,
    Currency currency,
    long gross,
    long fee,
    long tax,
    Optional<Original> original,
    String description,
    Instant occurredAt,
    Instant availableAt,
    Optional<String> payout) {
  public static final int MAX_REFERENCE = 255;
  public static final int MAX_DESCRIPTION = 1_024;

  /** The types of lines. */
  public enum Type {
    PAYMENT,
    REFUND,
    /** A refund came back. */
    REFUND_FAILURE,
    /** Money was taken for a dispute, or returned after it. */
    DISPUTE,
    /** A fee that belongs to no payment: its gross amount is zero. */
    FEE,
    /** Money was held back, or released. */
    RESERVE,
    PAYOUT,
    /** A payout came back. */
    PAYOUT_FAILURE,
    /** Anything else. */
    ADJUSTMENT;

    /** Returns the text in SQL and JSON. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Type of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** An amount before the provider converted it, in minor units, with the sign of the line. */
  public record Original(Currency currency, long amount) {}

  public SettlementLine {
    if (reference.isEmpty() || reference.length() > MAX_REFERENCE) {
      throw new IllegalArgumentException("the reference of a line is too long, or empty");
    }
    if (description.length() > MAX_DESCRIPTION) {
      throw new IllegalArgumentException("the description of a line is too long");
    }
    if ((type == Type.PAYOUT || type == Type.PAYOUT_FAILURE) && payout.isEmpty()) {
      throw new IllegalArgumentException("the line of a payout has no payout");
    }
  }

  public long net() {
    return Math.subtractExact(gross, fee);
  }
}
