package florin.connector.stripe;

import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What all that a connector does has in common: to whom it speaks, and what it has written down of
 * that.
 *
 * @param clock by which {@link ExchangeStep#sent} was written
 */
record StripeAccount(
    Realm realm, boolean live, StripeLine line, Exchanges exchanges, InstantSource clock) {
  static final Duration MAY_STILL_ARRIVE = Duration.ofSeconds(90);

  static final Outcome TAKEN = ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);
  static final Outcome NOT_OURS = ResponseCodes.decline(ResponseCodes.RECORD_NOT_FOUND);

  /** A person has captured or canceled the payment at Stripe, so this operation does not happen. */
  static final Outcome CHANGED_THERE = Outcome.Declined.byProvider(ErrorCode.CHANGED_AT_PROVIDER);

  /** What may still be on its way is not given up. */
  Inquiry notYet(List<ExchangeStep> steps) {
    Instant until = steps.getLast().sent().plus(MAY_STILL_ARRIVE);
    return clock.instant().isBefore(until) ? new Inquiry.NotYet(until) : new Inquiry.Unclear();
  }

  /** What was never sent never is, from now on; false when it was. */
  boolean closesUnsent(OperationRef reference, OperationKind operation, List<ExchangeStep> steps) {
    return steps.isEmpty() && exchanges.close(reference, operation, 0);
  }

  /** Stripe keeps nothing of what it refuses. */
  Outcome.Declined refused(OperationRef reference, int step, StripeError error) {
    Outcome.Declined declined = StripeErrors.decline(error);
    // Another request under a name that was given before says nothing of that one.
    if (!declined.equals(TAKEN)) {
      exchanges.answered(reference, step, Optional.empty(), StripeFacts.of(declined));
    }
    return declined;
  }

  /**
   * Of a step whose answer says that nothing came of it. That it was sent before, and may have
   * arrived then, it does not say.
   *
   * @param before what was written down before it was sent
   */
  static Outcome notSent(List<ExchangeStep> before, String detail) {
    return before.isEmpty() ? new Outcome.NotSent() : new Outcome.Unknown(detail);
  }

  /**
   * Done, once and for all. By the intent's name the authorisation is known, so it is no name of
   * what follows it.
   */
  Outcome.Approved done(OperationRef reference, String intent, Money amount) {
    Outcome.Approved approved = StripeFacts.approved(intent, amount);
    exchanges.answered(reference, 0, Optional.empty(), StripeFacts.of(approved));
    return approved;
  }
}
