package florin.connector;

import florin.core.Currency;
import florin.core.Id;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

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
 * @param includedIn for {@link Type#PAYOUT_FAILURE}, the later payout that includes the returned
 *     money; empty if not known yet, and for all other types
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
    Optional<String> payout,
    Optional<String> includedIn) {
  public static final int MAX_REFERENCE = 255;
  public static final int MAX_DESCRIPTION = 1_024;

  /** The most minor units of an amount, so that sums of many lines are numbers of 64 bits. */
  public static final long MAX_AMOUNT = 999_999_999_999_999L;

  private static final Instant FIRST_TIME = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LAST_TIME = Instant.parse("2100-01-01T00:00:00Z");

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
    if (!isReference(reference)) {
      throw new IllegalArgumentException("the reference of a line is too long, or empty");
    }
    description = cut(description, MAX_DESCRIPTION);
    requireAmount(gross, fee, tax, original.map(Original::amount).orElse(0L));
    if (occurredAt.isBefore(FIRST_TIME)
        || availableAt.isBefore(FIRST_TIME)
        || occurredAt.isAfter(LAST_TIME)
        || availableAt.isAfter(LAST_TIME)) {
      throw new IllegalArgumentException("a time of a line is not in this century");
    }
    if ((type == Type.PAYOUT || type == Type.PAYOUT_FAILURE) && payout.isEmpty()) {
      throw new IllegalArgumentException("the line of a payout has no payout");
    }
    if (includedIn.isPresent() && type != Type.PAYOUT_FAILURE) {
      throw new IllegalArgumentException("only a failure has another payout that includes it");
    }
  }

  /** Creates a line, except a failure of a payout whose money another payout includes. */
  public SettlementLine(
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
    this(
        reference,
        type,
        subject,
        currency,
        gross,
        fee,
        tax,
        original,
        description,
        occurredAt,
        availableAt,
        payout,
        Optional.empty());
  }

  /** Returns the payout that is made of the line and others. */
  public Optional<String> paidOutWith() {
    return switch (type) {
      case PAYOUT -> Optional.empty();
      case PAYOUT_FAILURE -> includedIn;
      default -> payout;
    };
  }

  /** Returns whether a provider's id can be stored. */
  static boolean isReference(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_REFERENCE
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** Returns the beginning of a provider's text, without control characters. */
  static String cut(String text, int most) {
    String clean = text.replaceAll("\\p{Cntrl}", " ");
    if (clean.length() <= most) {
      return clean;
    }
    int end = Character.isHighSurrogate(clean.charAt(most - 1)) ? most - 1 : most;
    return clean.substring(0, end);
  }

  static void requireAmount(long... amounts) {
    if (LongStream.of(amounts).anyMatch(it -> it < -MAX_AMOUNT || it > MAX_AMOUNT)) {
      throw new IllegalArgumentException("an amount is too large");
    }
  }

  public long net() {
    return Math.subtractExact(gross, fee);
  }
}
