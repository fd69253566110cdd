package florin.connector.remote;

import florin.connector.Exchanges;
import florin.connector.Exchanges.ExchangeStep;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.ErrorCode;
import florin.core.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The exchanges of a connector, with the rules that hold for each provider.
 *
 * @param clock the clock by which {@link ExchangeStep#sent} was written
 */
public record RemoteExchanges(Exchanges log, InstantSource clock) {
  public static final Duration MAY_STILL_ARRIVE = Duration.ofSeconds(90);

  public static final Outcome TAKEN = ResponseCodes.decline(ResponseCodes.DUPLICATE_TRANSACTION);
  public static final Outcome NOT_OURS = ResponseCodes.decline(ResponseCodes.RECORD_NOT_FOUND);

  /** A person has captured or canceled the payment at the provider. */
  public static final Outcome CHANGED_THERE =
      Outcome.Declined.byProvider(ErrorCode.CHANGED_AT_PROVIDER);

  public List<ExchangeStep> list(OperationRef reference) {
    return log.list(reference);
  }

  /**
   * Returns the result for an operation that was not found. As long as a message may still arrive,
   * it is not given up.
   */
  public Inquiry notYet(List<ExchangeStep> steps) {
    Instant until = steps.getLast().sent().plus(MAY_STILL_ARRIVE);
    return clock.instant().isBefore(until) ? new Inquiry.NotYet(until) : new Inquiry.Unclear();
  }

  /** Closes a reference under which nothing was sent. Returns false if something was sent. */
  public boolean closesUnsent(
      OperationRef reference, OperationKind operation, List<ExchangeStep> steps) {
    return steps.isEmpty() && log.close(reference, operation, 0);
  }

  /**
   * Returns the outcome of a step that was provably not carried out this time. An earlier message
   * may still have arrived.
   *
   * @param before the steps that were recorded before it was sent
   */
  public static Outcome notSent(List<ExchangeStep> before, String detail) {
    return before.isEmpty() ? new Outcome.NotSent() : new Outcome.Unknown(detail);
  }

  /** Stores a decline, because a provider keeps nothing of a request that it rejects. */
  public Outcome.Declined declined(OperationRef reference, int step, Outcome.Declined declined) {
    log.answered(reference, step, Optional.empty(), RemoteFacts.of(declined));
    return declined;
  }

  /** Returns the approval, and stores it as final. */
  public Outcome.Approved done(OperationRef reference, String id, Money amount) {
    Outcome.Approved approved = RemoteFacts.approved(id, amount);
    log.answered(reference, 0, Optional.empty(), RemoteFacts.of(approved));
    return approved;
  }
}
