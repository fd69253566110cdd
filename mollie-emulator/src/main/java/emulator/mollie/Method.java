package emulator.mollie;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The payment methods that the emulator has, with Mollie's limits in EUR. */
public enum Method {
  IDEAL("iDEAL", Duration.ofMinutes(15), 1, 50_000_00, true),
  CREDITCARD("Credit card", Duration.ofMinutes(15), 0, 10_000_00, true),
  BANCONTACT("Bancontact", Duration.ofHours(1), 2, 50_000_00, true),
  EPS("eps", Duration.ofHours(1), 100, 50_000_00, true),
  PAYPAL("PayPal", Duration.ofHours(3), 0, 0, true),
  BANKTRANSFER("Bank transfer", Duration.ofDays(12), 1, 1_000_000_00, false),
  DIRECTDEBIT("SEPA Direct Debit", Duration.ofMinutes(15), 1, 1_000_00, false);

  private final String title;
  private final Duration expiry;
  private final long least;

  /** 0 without a limit. */
  private final long most;

  private final boolean first;

  Method(String title, Duration expiry, long least, long most, boolean first) {
    this.title = title;
    this.expiry = expiry;
    this.least = least;
    this.most = most;
    this.first = first;
  }

  static Optional<Method> find(String id) {
    return Arrays.stream(values()).filter(method -> method.id().equals(id)).findFirst();
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** Returns the time after which an open payment expires. */
  Duration expiry() {
    return expiry;
  }

  Amount least() {
    return new Amount("EUR", least);
  }

  Optional<Amount> most() {
    return most == 0 ? Optional.empty() : Optional.of(new Amount("EUR", most));
  }

  /** Returns whether an amount can be authorized and captured later. */
  boolean hasCaptures() {
    return this == CREDITCARD;
  }

  /** Returns whether the first payment of a sequence can use the method. */
  boolean isForFirst() {
    return first;
  }

  boolean isForRecurring() {
    return this == CREDITCARD || this == PAYPAL || this == DIRECTDEBIT;
  }

  /** Returns whether the merchant can cancel a payment that the payer hasn't completed. */
  boolean isCancelable() {
    return this == BANKTRANSFER || this == DIRECTDEBIT;
  }

  /** Returns whether the outcome follows days after the payer's action. */
  boolean isSlow() {
    return this == BANKTRANSFER || this == DIRECTDEBIT;
  }

  /** Returns the method of the mandate that a first payment creates. */
  Method mandateMethod() {
    return this == CREDITCARD || this == PAYPAL ? this : DIRECTDEBIT;
  }

  /** Returns whether a payment of this kind can use the method. */
  boolean allows(Sequence sequence, Amount amount) {
    boolean fits =
        switch (sequence) {
          case ONEOFF -> true;
          case FIRST -> first;
          case RECURRING -> isForRecurring();
        };
    return fits && supports(amount.currency()) && isWithinLimits(sequence, amount);
  }

  boolean supports(String currency) {
    return currency.equals("EUR") || this == CREDITCARD || this == PAYPAL;
  }

  /** Returns whether the amount is within the limits, which only apply to EUR. */
  boolean isWithinLimits(Sequence sequence, Amount amount) {
    long lowest = sequence == Sequence.FIRST ? least : Math.max(least, 1);
    return amount.minor() >= lowest && !isTooHigh(amount);
  }

  boolean isTooHigh(Amount amount) {
    return most > 0 && amount.currency().equals("EUR") && amount.minor() > most;
  }
}
