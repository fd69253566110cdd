package florin.connector.stripe;

import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.connector.remote.RemoteFacts;
import florin.connector.remote.RemoteLine;
import florin.core.ErrorCode;
import florin.core.Money;
import florin.core.Realm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common state of a Stripe connector: its realm, its connection and its exchanges.
 *
 * @param clock the clock by which {@link ExchangeStep#sent} was written
 */
record StripeAccount(
    Realm realm,
    boolean live,
    RemoteLine<StripeError> line,
    Exchanges exchanges,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(StripeAccount.class);

  static final Duration MAY_STILL_ARRIVE = Duration.ofSeconds(90);

  static final Outcome TAKEN = ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);
  static final Outcome NOT_OURS = ResponseCodes.decline(ResponseCodes.RECORD_NOT_FOUND);

  /** A person has captured or canceled the payment at Stripe, so this operation does not happen. */
  static final Outcome CHANGED_THERE = Outcome.Declined.byProvider(ErrorCode.CHANGED_AT_PROVIDER);

  /**
   * Returns the result for an operation that was not found. As long as a message may still arrive,
   * it is not given up.
   */
  Inquiry notYet(List<ExchangeStep> steps) {
    Instant until = steps.getLast().sent().plus(MAY_STILL_ARRIVE);
    return clock.instant().isBefore(until) ? new Inquiry.NotYet(until) : new Inquiry.Unclear();
  }

  /** Closes a reference under which nothing was sent. Returns false if something was sent. */
  boolean closesUnsent(OperationRef reference, OperationKind operation, List<ExchangeStep> steps) {
    return steps.isEmpty() && exchanges.close(reference, operation, 0);
  }

  /**
   * Returns the decline, and stores it, because Stripe keeps nothing of a request that it rejects.
   */
  Outcome.Declined refused(OperationRef reference, int step, StripeError error) {
    Outcome.Declined declined = StripeErrors.decline(error);
    if (error.equals(StripeError.KEPT)) {
      LOG.warn(
          "{}: the request ended with a server error at Stripe, and Stripe has not carried it out",
          reference);
    }
    // A rejection because the key belongs to another request says nothing about that request.
    if (!declined.equals(TAKEN)) {
      exchanges.answered(reference, step, Optional.empty(), RemoteFacts.of(declined));
    }
    return declined;
  }

  /**
   * Returns the outcome of a step that was provably not carried out this time. An earlier message
   * may still have arrived.
   *
   * @param before the steps that were recorded before it was sent
   */
  static Outcome notSent(List<ExchangeStep> before, String detail) {
    return before.isEmpty() ? new Outcome.NotSent() : new Outcome.Unknown(detail);
  }

  /**
   * Returns the approval, and stores it as final. The intent identifies the authorization, so it
   * isn't stored as the id of a follow-up.
   */
  Outcome.Approved done(OperationRef reference, String intent, Money amount) {
    Outcome.Approved approved = RemoteFacts.approved(intent, amount);
    exchanges.answered(reference, 0, Optional.empty(), RemoteFacts.of(approved));
    return approved;
  }
}
