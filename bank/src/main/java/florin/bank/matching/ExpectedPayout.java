package florin.bank.matching;

import florin.bank.PayoutReference;
import florin.bank.matching.ExpectedPayoutStore.PayoutName;
import florin.core.Id.PayoutId;
import florin.core.Money;
import florin.core.Realm;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A payout of a provider whose money a bank entry brings or collects.
 *
 * @param connector the connector of the provider
 * @param amount the reported amount; the amount of its bank entry can differ
 * @param isCollected whether the provider collects the money from the bank: a negative payout
 * @param reference the text by which its bank entry is recognized, if it identifies the payout
 */
public record ExpectedPayout(
    Realm realm,
    PayoutId id,
    String connector,
    Money amount,
    boolean isCollected,
    Optional<PayoutReference> reference,
    LocalDate arrivesOn) {
  /** A bank can book a payout some days before the provider expects it. */
  static final int DAYS_EARLY = 14;

  static final int DAYS_LATE = 60;

  public PayoutName name() {
    return new PayoutName(id, connector, arrivesOn);
  }

  /** Returns whether a bank entry of this day can be the payout's. */
  boolean isNear(LocalDate bookedOn) {
    return !bookedOn.isBefore(arrivesOn.minusDays(DAYS_EARLY))
        && !bookedOn.isAfter(arrivesOn.plusDays(DAYS_LATE));
  }
}
