package florin.payment;

import florin.connector.Checks;
import florin.connector.RiskLevel;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Money;
import florin.core.Realm;
import florin.paymentmethod.CardSummary;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A payment: who asked for what, with which card, by which connector, and how it stands.
 *
 * @param connector the id of the connector that all its attempts go to
 */
public record Payment(
    Realm realm,
    PaymentId id,
    Instant created,
    Order order,
    Instrument instrument,
    String connector,
    State state) {

  /**
   * What the merchant asked for.
   *
   * @param statementDescriptor what the payer reads on the statement
   */
  public record Order(
      Money amount,
      CaptureMethod captureMethod,
      Optional<CustomerId> customer,
      Optional<String> description,
      Map<String, String> metadata,
      Optional<String> receiptEmail,
      Optional<String> statementDescriptor) {
    public Order {
      // Sorted, so that the same metadata is always the same bytes.
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
  }

  /** What is paid with, as it was then: the payment method may be erased, the record stays. */
  public record Instrument(PaymentMethodId id, CardSummary card) {}

  /** What the network said. */
  public record Verdict(
      Optional<String> responseCode, Optional<Checks> checks, Optional<RiskLevel> riskLevel) {
    public static final Verdict NONE =
        new Verdict(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * What changes.
   *
   * @param version raised by every update, which holds only if nobody else has raised it meanwhile
   * @param sequence how many events there are of it
   * @param pending the operation that is under way at the network; while there is one, no other
   *     begins
   * @param cancellationReason set when the cancellation begins
   */
  public record State(
      int version,
      int sequence,
      Status status,
      Optional<Operation> pending,
      Amounts amounts,
      Optional<Failure> failure,
      Verdict verdict,
      Optional<Instant> captured,
      Optional<Instant> canceled,
      Optional<CancellationReason> cancellationReason) {
    State numbered(int nextVersion, int nextSequence) {
      return new State(
          nextVersion,
          nextSequence,
          status,
          pending,
          amounts,
          failure,
          verdict,
          captured,
          canceled,
          cancellationReason);
    }
  }

  Payment with(Order next) {
    return new Payment(realm, id, created, next, instrument, connector, state);
  }

  public Status status() {
    return state.status();
  }

  /** Once it has succeeded, and for good: refunds do not change the status. */
  public boolean hasReceipt() {
    return status() == Status.SUCCEEDED;
  }

  Payment with(State next) {
    return new Payment(realm, id, created, order, instrument, connector, next);
  }
}
