package florin.connector.simulator;

import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.OperationRef;
import florin.connector.RiskLevel;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/** A ledger entry under one reference. */
sealed interface Entry {
  OperationRef reference();

  Instant createdAt();

  /**
   * The entry of an authorization.
   *
   * @param challenged whether the payer completed a challenge
   * @param captured the captured amount; with automatic capture all of it, as soon as it is
   *     approved
   * @param reversed the amount that is no longer held: the rest after a partial capture, or all of
   *     it after a cancel
   * @param refunded the amount that was refunded or is about to be, as of the last change; it
   *     includes a refund that has failed since
   * @param version increased with each change; an update names the version that was read
   */
  record Authorization(
      OperationRef reference,
      Realm realm,
      Money amount,
      Capture capture,
      Rule rule,
      Standing standing,
      Checks checks,
      RiskLevel riskLevel,
      boolean challenged,
      Money captured,
      Money reversed,
      Money refunded,
      int version,
      Instant createdAt)
      implements Entry {

    boolean isReversed() {
      return amount.isZero() ? standing.isVoided() : reversed.equals(amount);
    }

    Authorization withTotals(Money nowCaptured, Money nowReversed, Money nowRefunded) {
      return new Authorization(
          reference,
          realm,
          amount,
          capture,
          rule,
          standing,
          checks,
          riskLevel,
          challenged,
          nowCaptured,
          nowReversed,
          nowRefunded,
          version + 1,
          createdAt);
    }

    Authorization reversedWhole() {
      var none = Money.zero(amount.currency());
      return amount.isZero()
          ? with(Standing.voided(), challenged, none)
          : withTotals(none, amount, none);
    }

    Authorization with(Standing other, boolean nowChallenged, Money nowCaptured) {
      return new Authorization(
          reference,
          realm,
          amount,
          capture,
          rule,
          other,
          checks,
          riskLevel,
          nowChallenged,
          nowCaptured,
          reversed,
          refunded,
          version + 1,
          createdAt);
    }
  }

  /**
   * A capture, cancel or refund.
   *
   * @param authorization the reference that it names, whether or not it is in the ledger
   * @param amount for a cancel, the amount that it released
   */
  record Movement(
      OperationRef reference,
      Kind kind,
      OperationRef authorization,
      Realm realm,
      Money amount,
      Standing standing,
      Instant createdAt)
      implements Entry {
    enum Kind {
      CAPTURE,
      CANCEL,
      REFUND;

      String text() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /** A tombstone: nothing arrived under this reference, and nothing will be accepted. */
  record Closed(OperationRef reference, Instant createdAt) implements Entry {}
}
