package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Id.SetupId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.engine.BeginDecision;
import florin.payment.engine.Engine;
import florin.payment.engine.OperationRequest;
import florin.payment.execution.Attempts;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Attempt;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Move;
import florin.payment.machine.Operation;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Transition;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The captures and cancels of payments. While one is in flight, the payment's `pending_operation`
 * blocks other operations, which wait for a while.
 */
public final class FollowUps {
  private final Engine engine;
  private final Connectors connectors;
  private final Stores stores;
  private final Attempts attempts;

  public FollowUps(Engine engine, Connectors connectors, Stores stores, Attempts attempts) {
    this.engine = engine;
    this.connectors = connectors;
    this.stores = stores;
    this.attempts = attempts;
  }

  /**
   * Captures a manual payment. The rest is released.
   *
   * @param amount in the smallest unit; empty for all that can be captured
   */
  public Result<OperationResult> capture(
      Realm realm, PaymentId id, Origin origin, OptionalLong amount) {
    return run(
        get(realm, id),
        origin,
        Operation.CAPTURE,
        NetworkCall.BY_ATTEMPT,
        payment -> {
          Money capturable = payment.state().amounts().capturable();
          Money asked =
              amount.isPresent()
                  ? new Money(amount.getAsLong(), capturable.currency())
                  : capturable;
          return new FirstMove(PaymentMachine.beginCapture(payment, asked), asked);
        });
  }

  /** Cancels a payment that waits for its payer or for its capture. */
  public Result<OperationResult> cancel(
      Realm realm, PaymentId id, Origin origin, Optional<CancellationReason> reason) {
    return cancel(get(realm, id), origin, reason);
  }

  /** Cancels a setup that waits for its payer. */
  public Result<OperationResult> cancel(
      Realm realm, SetupId id, Origin origin, Optional<CancellationReason> reason) {
    return cancel(stores.payments().find(realm, id).orElseThrow(id::notFound), origin, reason);
  }

  private Result<OperationResult> cancel(
      Payment found, Origin origin, Optional<CancellationReason> reason) {
    return run(
        found,
        origin,
        Operation.CANCEL,
        NetworkCall.BY_ATTEMPT,
        payment -> FirstMove.ofWhole(PaymentMachine.beginCancel(payment, reason)));
  }

  /** The first move of the operation and its amount. */
  public record FirstMove(Move move, Money amount) {
    public static FirstMove ofWhole(Move move) {
      return new FirstMove(move, move.payment().terms().amount());
    }
  }

  /** A decision that throws a rejection if the payment's status does not allow the operation. */
  @FunctionalInterface
  public interface MoveDecision {
    FirstMove on(Payment payment);
  }

  /** Runs all steps of an operation on an existing payment. */
  public Result<OperationResult> run(
      Payment found,
      Origin origin,
      Operation operation,
      NetworkCall networkCall,
      MoveDecision decision) {
    return engine.run(
        found.realm(),
        origin,
        new OperationRequest(
            operation,
            Optional.of(found.id()),
            networkCall,
            (slot, now) -> begin(found, operation, decision, slot, origin.request(), now)));
  }

  private Optional<BeginDecision> begin(
      Payment found,
      Operation operation,
      MoveDecision decision,
      Optional<UUID> slot,
      RequestId request,
      Instant now) {
    Payment payment = stores.payments().get(found.realm(), found.id());
    if (payment.state().pending().isPresent()) {
      return Optional.empty();
    }
    FirstMove step = decision.on(payment);
    Attempt attempt =
        attempts.begin(
            stores.attempts().getAuthorization(payment),
            operation,
            Optional.empty(),
            step.amount(),
            slot,
            Optional.of(request),
            now);
    Connector connector =
        connectors.findUsable(found.realm(), found.connector()).orElseThrow(FollowUps::noConnector);
    return Optional.of(
        new BeginDecision(connector, Transition.of(step.move()), Optional.of(attempt), List.of()));
  }

  private Payment get(Realm realm, PaymentId id) {
    return stores.payments().find(realm, id).orElseThrow(id::notFound);
  }

  public static Refusal noConnector() {
    return new Problem.BadRequest(
            ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
            "The connector that authorized this payment is no longer configured. Ask the operator to configure it again; nothing was changed.")
        .refusal();
  }
}
