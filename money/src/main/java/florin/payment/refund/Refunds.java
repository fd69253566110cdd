package florin.payment.refund;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.ErrorCode;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.MetadataChange;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.IdTime;
import florin.db.Write;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.Descriptions;
import florin.payment.FollowUps;
import florin.payment.engine.BeginDecision;
import florin.payment.engine.Engine;
import florin.payment.engine.OperationRequest;
import florin.payment.execution.Attempts;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Attempt;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Transition;
import florin.payment.refund.RefundDestinations.RefundDestination;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The operations of merchants on refunds. The first commit of a refund reserves its amount, so that
 * several refunds of one payment may be in flight at the same time.
 *
 * <p>A refund is always sent under one reference. A repeated request may send it again under that
 * reference, and the network carries it out once.
 */
public final class Refunds {
  /** The most refunds shown with a payment. A list shows more. */
  private static final int MAX_SHOWN = 100;

  private final Engine engine;
  private final Connectors connectors;
  private final Stores stores;
  private final Attempts attempts;
  private final Descriptions descriptions;
  private final RefundDestinations destinations;
  private final IdSource ids;

  public Refunds(
      Engine engine,
      Connectors connectors,
      Stores stores,
      Attempts attempts,
      Descriptions descriptions,
      RefundDestinations destinations,
      IdSource ids) {
    this.engine = engine;
    this.connectors = connectors;
    this.stores = stores;
    this.attempts = attempts;
    this.descriptions = descriptions;
    this.destinations = destinations;
    this.ids = ids;
  }

  /** Creates a refund. */
  public Result<Refund> create(Realm realm, Origin origin, CreateRefund command) {
    return create(realm, origin, command, _ -> List.of());
  }

  /**
   * Creates a refund.
   *
   * @param besides returns more writes for its first commit, each time that the refund is decided.
   *     The payment was read before. If the refund can't begin, it throws the reason.
   */
  public Result<Refund> create(
      Realm realm, Origin origin, CreateRefund command, Function<Refund, List<Write>> besides) {
    Payment payment =
        stores.payments().find(realm, command.payment()).orElseThrow(Refunds::noPayment);
    var id = new RefundId(ids.next());
    return engine
        .run(
            realm,
            origin,
            new OperationRequest(
                Operation.REFUND,
                Optional.of(payment.id()),
                NetworkCall.BY_ATTEMPT,
                (slot, now) ->
                    Optional.of(begin(realm, id, command, besides, slot, origin.request(), now))))
        .narrow(concluded -> concluded.subject().refund());
  }

  private BeginDecision begin(
      Realm realm,
      RefundId id,
      CreateRefund command,
      Function<Refund, List<Write>> besides,
      Optional<UUID> slot,
      RequestId request,
      Instant now) {
    Payment payment = stores.payments().get(realm, command.payment());
    RefundMove begun = RefundMachine.begin(payment, id, command, now);
    RefundDestination destination = destinations.find(payment, begun.refund(), command);
    RefundMove move = destination.account().map(begun::paidTo).orElse(begun);
    Attempt attempt =
        attempts.begin(
            stores.attempts().getAuthorization(payment),
            Operation.REFUND,
            Optional.of(id),
            move.refund().amount(),
            slot,
            Optional.of(request),
            now);
    Connector connector =
        connectors.findUsable(realm, payment.connector()).orElseThrow(FollowUps::noConnector);
    return new BeginDecision(
        connector,
        Transition.of(payment, move),
        Optional.of(attempt),
        Stream.concat(besides.apply(move.refund()).stream(), destination.writes(attempt).stream())
            .toList());
  }

  public Optional<Refund> find(Realm realm, RefundId id) {
    return stores.refunds().find(realm, id);
  }

  /** Returns a page of refunds, newest first. */
  public Page<Refund> list(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Refund.Status> status,
      IdTime.Span created,
      PageRequest page) {
    return stores.refunds().list(realm, payment, status, created, page);
  }

  /** Returns the sums of refunds. */
  public Optional<AmountSums> sum(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Refund.Status> status,
      IdTime.Span created) {
    return stores.refunds().sum(realm, payment, status, created);
  }

  /** Returns a page of refunds ordered by amount; empty if there are too many to sort. */
  public Optional<Page<Refund>> listByAmount(
      Realm realm,
      Optional<PaymentId> payment,
      Optional<Refund.Status> status,
      IdTime.Span created,
      AmountOrder order,
      PageRequest page) {
    return stores.refunds().listByAmount(realm, payment, status, created, order, page);
  }

  /** Returns the number of refunds, optionally of one status. */
  public Count count(Realm realm, Optional<Refund.Status> status, IdTime.Span created) {
    return stores.refunds().count(realm, status, created);
  }

  /** Returns the succeeded refunds of a payment, the oldest first and at most 100. */
  public List<Refund> listSucceeded(Payment payment) {
    return payment.state().amounts().refunded().isZero()
        ? List.of()
        : stores.refunds().listSucceeded(payment.realm(), payment.id(), MAX_SHOWN);
  }

  /** Changes the metadata of a refund, in any status. */
  public Result<Refund> update(Realm realm, RefundId id, Origin origin, MetadataChange change) {
    return descriptions.update(realm, id, origin, change);
  }

  private static Refusal noPayment() {
    return Problem.BadParameters.of(
            "payment",
            ErrorCode.RESOURCE_MISSING,
            "payment is the id of no payment of this account and mode. Check the id and the API key.")
        .refusal();
  }
}
