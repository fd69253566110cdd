package florin.payment;

import florin.connector.AuthorizeRequest;
import florin.connector.BillingAddress;
import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Deadline;
import florin.connector.Outcome;
import florin.connector.ThreeDSecureResult;
import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.customer.CustomerStore;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Once;
import florin.idempotency.Once.Change;
import florin.idempotency.Origin;
import florin.payment.Payment.Order;
import florin.payment.Probe.Step;
import florin.payment.Tenders.Taken;
import florin.paymentmethod.ChargeableCard;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.Card;
import florin.vault.CardCheck;
import florin.vault.CardFault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What merchants do with payments.
 *
 * <p>Making one is begin, call, finish: a commit that says what is about to be asked of the
 * network; the network, with no transaction open; a commit that says what came of it. Wherever the
 * process dies in between, the first commit names an attempt that {@link Recovery} can ask about.
 */
public final class Payments {
  /** How often a payment begins anew because its payment method was changed meanwhile. */
  private static final int MAX_BEGINNINGS = 16;

  private final Connectors connectors;
  private final GroupCommit commits;
  private final PaymentStore store;
  private final AttemptStore attemptStore;
  private final CustomerStore customers;
  private final Once once;
  private final Tenders tenders;
  private final Function<Realm, Optional<String>> descriptors;
  private final Idempotency idempotency;
  private final Repeats repeats;
  private final Attempts attempts;
  private final CallAndFinish callAndFinish;
  private final PaymentEvents events;
  private final PaymentViews views;
  private final IdSource ids;
  private final InstantSource clock;
  private final Probe probe;

  Payments(
      Connectors connectors,
      GroupCommit commits,
      PaymentStore store,
      AttemptStore attemptStore,
      CustomerStore customers,
      Once once,
      Tenders tenders,
      Function<Realm, Optional<String>> descriptors,
      Idempotency idempotency,
      Repeats repeats,
      Attempts attempts,
      CallAndFinish callAndFinish,
      PaymentEvents events,
      PaymentViews views,
      IdSource ids,
      InstantSource clock,
      Probe probe) {
    this.connectors = connectors;
    this.commits = commits;
    this.store = store;
    this.attemptStore = attemptStore;
    this.customers = customers;
    this.once = once;
    this.tenders = tenders;
    this.descriptors = descriptors;
    this.idempotency = idempotency;
    this.repeats = repeats;
    this.attempts = attempts;
    this.callAndFinish = callAndFinish;
    this.events = events;
    this.views = views;
    this.ids = ids;
    this.clock = clock;
    this.probe = probe;
  }

  /** Charges a card. Under an idempotency key that was used before, the answer of then. */
  public Given create(Caller caller, Origin origin, CreatePayment command) {
    requireSafeReturn(caller.realm(), command.order());
    Connector connector =
        connectors.findFor(caller.realm().mode()).orElseThrow(Payments::noConnector);
    probe.at(Step.RECEIVED);
    Optional<Claim> claim = idempotency.claim(caller.realm(), origin);
    for (int i = 0; i < MAX_BEGINNINGS; i++) {
      Optional<Given> given = create(caller.realm(), origin, claim, command, connector);
      if (given.isPresent()) {
        return given.get();
      }
    }
    throw new IllegalStateException(
        "the payment method was changed " + MAX_BEGINNINGS + " times under a new payment");
  }

  /** Empty when the payment method was changed meanwhile. */
  private Optional<Given> create(
      Realm realm,
      Origin origin,
      Optional<Claim> claim,
      CreatePayment command,
      Connector connector) {
    Instant now = clock.instant();
    var id = new PaymentId(ids.next());
    Taken taken;
    try {
      taken = tenders.take(realm, id, command, now);
    } catch (Refusal refusal) {
      // It may have begun: what is refused now was possible when it was first asked.
      if (claim.flatMap(c -> idempotency.find(c.slot())).isEmpty()) {
        throw refusal;
      }
      return Optional.of(repeats.answer(claim.orElseThrow(), origin, asking(command)));
    }
    Move begun =
        PaymentMachine.begin(
            realm,
            id,
            taken.order().orDescribed(() -> descriptors.apply(realm)),
            taken.instrument(),
            connector.id(),
            command.threeDSecure().map(ThreeDSecure::of),
            now);
    Optional<CardFault> fault = CardCheck.check(taken.card(), now);
    return fault.isPresent()
        ? refuse(origin, claim, command, taken, begun, fault.get(), now)
        : charge(origin, claim, command, taken, begun, connector, now);
  }

  public Optional<Payment> find(Realm realm, PaymentId id) {
    return store.find(realm, id);
  }

  /** Everything that was asked of the network for it, in order. */
  public List<Attempt> listAttempts(Payment payment) {
    return attemptStore.list(payment.realm(), payment.id());
  }

  public Page<Payment> list(Realm realm, PaymentFilter filter, PageRequest page) {
    return list(realm, filter, new Sought.Anything(), page);
  }

  /** A page of payments, newest first. */
  public Page<Payment> list(Realm realm, PaymentFilter filter, Sought sought, PageRequest page) {
    return store.list(realm, filter, sought, page);
  }

  /**
   * Changes what is said about a payment, whatever its state.
   *
   * @param missing what to refuse with when there is no such payment
   */
  public Given update(
      Realm realm, PaymentId id, Origin origin, PaymentChange change, Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          Payment before = store.find(realm, id).orElseThrow(missing);
          requireUnassigned(before, change);
          Order order = change.applyTo(before.order());
          if (order.equals(before.order())) {
            return new Change(id.uuid(), List.of(), views.shown(before));
          }
          Move move = PaymentMachine.described(before, order);
          var writes = new ArrayList<Write>();
          writes.add(PaymentStore.describe(move.payment()));
          if (!order.customer().equals(before.order().customer())) {
            CustomerId customer = order.customer().orElseThrow();
            if (customers.find(realm, customer).isEmpty()) {
              throw noCustomer();
            }
            writes.add(CustomerStore.use(realm, customer));
          }
          writes.addAll(events.of(move, Optional.of(origin.cause()), clock.instant()));
          return new Change(id.uuid(), writes, views.shown(move.payment()));
        });
  }

  /** A payment is given a customer once; whose it is then does not change. */
  private static void requireUnassigned(Payment payment, PaymentChange change) {
    Optional<CustomerId> before = payment.order().customer();
    if (before.isPresent() && !change.customer().applyTo(before).equals(before)) {
      throw Problem.BadParameters.of(
              "customer",
              ErrorCode.PARAMETER_NOT_UPDATABLE,
              "customer cannot be changed any more: the payment belongs to a customer.")
          .refusal();
    }
  }

  private Optional<Given> charge(
      Origin origin,
      Optional<Claim> claim,
      CreatePayment command,
      Taken taken,
      Move begun,
      Connector connector,
      Instant now) {
    Payment payment = begun.payment();
    Attempt attempt = attempts.begin(payment, claim.map(c -> c.slot().id()), origin.request(), now);
    List<Write> writes = beginning(origin, taken, begun, now);
    writes.add(AttemptStore.insert(attempt));
    claim.ifPresent(c -> writes.addFirst(Idempotency.take(c, payment.id().uuid(), now)));
    return switch (begin(writes)) {
      case KEY_TAKEN -> Optional.of(repeats.answer(claim.orElseThrow(), origin, asking(command)));
      case METHOD_CHANGED -> Optional.empty();
      case BEGUN ->
          Optional.of(
              callAndFinish.run(origin, claim, payment, attempt, connector, asking(command)));
    };
  }

  /**
   * The card cannot be right, so nobody is asked; the payment is stored as failed, in one commit.
   */
  private Optional<Given> refuse(
      Origin origin,
      Optional<Claim> claim,
      CreatePayment command,
      Taken taken,
      Move begun,
      CardFault fault,
      Instant now) {
    Move refused = begun.then(PaymentMachine.refused(begun.payment(), Failure.of(fault)));
    Payment payment = refused.payment();
    var answer = views.answer(payment, refused.failure(), origin.request());
    List<Write> writes = beginning(origin, taken, refused, now);
    claim.ifPresent(
        c -> writes.addFirst(Idempotency.takeAnswered(c, payment.id().uuid(), answer, now)));
    return switch (begin(writes)) {
      case KEY_TAKEN -> Optional.of(repeats.answer(claim.orElseThrow(), origin, asking(command)));
      case METHOD_CHANGED -> Optional.empty();
      case BEGUN -> Optional.of(Given.now(answer));
    };
  }

  private List<Write> beginning(Origin origin, Taken taken, Move move, Instant now) {
    var writes = new ArrayList<Write>();
    writes.add(taken.write());
    writes.add(PaymentStore.insert(move.payment()));
    Payment payment = move.payment();
    payment
        .order()
        .customer()
        .ifPresent(customer -> writes.add(CustomerStore.use(payment.realm(), customer)));
    writes.addAll(events.of(move, Optional.of(origin.cause()), now));
    return writes;
  }

  /** How the first commit went. */
  private enum Beginning {
    BEGUN,
    KEY_TAKEN,
    METHOD_CHANGED
  }

  /** The claim of an idempotency key stands first, so it is what is looked at first. */
  private Beginning begin(List<Write> writes) {
    return switch (commits.commit(new Changeset(writes))) {
      case CommitResult.Committed() -> Beginning.BEGUN;
      case CommitResult.Refused(Write guard) when Idempotency.isClaim(guard) -> Beginning.KEY_TAKEN;
      case CommitResult.Refused(Write guard) when PaymentMethodStore.isGuard(guard) ->
          Beginning.METHOD_CHANGED;
      case CommitResult.Refused(Write guard) when CustomerStore.isUse(guard) -> throw noCustomer();
      case CommitResult.Refused(Write guard) ->
          throw new IllegalStateException("unexpected guard " + guard);
      case CommitResult.Rejected(_, String constraint, _)
          when constraint.equals(PaymentStore.CUSTOMER_EXISTS) ->
          throw noCustomer();
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a new payment: " + rejected);
    };
  }

  /** Nothing is sent when the card's number has been erased meanwhile. */
  private Ask asking(CreatePayment command) {
    return (connector, payment, attempt) ->
        tenders
            .charge(payment, command.tender())
            .map(card -> {
              Outcome outcome =
                  connector.authorize(
                      authorization(payment, attempt, card, command.threeDSecure()),
                      Deadline.in(Ask.DEADLINE));
              if (outcome instanceof Outcome.RequiresAction) {
                tenders.hold(payment, card);
              }
              return outcome;
            })
            .orElseGet(Outcome.NotSent::new);
  }

  static AuthorizeRequest authorization(
      Payment payment,
      Attempt attempt,
      ChargeableCard chargeable,
      Optional<ThreeDSecureResult> threeDSecure) {
    Card card = chargeable.card();
    return new AuthorizeRequest(
        attempt.reference(),
        payment.realm(),
        payment.order().amount(),
        switch (payment.order().captureMethod()) {
          case AUTOMATIC -> AuthorizeRequest.Capture.AUTOMATIC;
          case MANUAL -> AuthorizeRequest.Capture.MANUAL;
        },
        new florin.connector.Card(card.pan(), card.expMonth(), card.expYear(), card.code()),
        payment
            .instrument()
            .billing()
            .address()
            .map(address -> new BillingAddress(address.line1(), address.postalCode())),
        threeDSecure,
        payment.order().statementDescriptor(),
        chargeable.challengedBefore());
  }

  /** A payer who has paid is not sent over a line that others can read. */
  private static void requireSafeReturn(Realm realm, Order order) {
    if (realm.isLive()
        && order
            .returnUrl()
            .filter(url -> !"https".equalsIgnoreCase(url.getScheme()))
            .isPresent()) {
      throw Problem.BadParameters.of(
              "return_url",
              ErrorCode.PARAMETER_INVALID,
              "return_url must begin with https:// in live mode.")
          .refusal();
    }
  }

  private static Refusal noCustomer() {
    return Problem.BadParameters.of(
            "customer",
            ErrorCode.RESOURCE_MISSING,
            "customer names a customer that does not exist. Was it deleted, or made in another account or mode?")
        .refusal();
  }

  private static RuntimeException noConnector() {
    return Problem.BadParameters.of(
            "payment_method",
            ErrorCode.PAYMENT_METHOD_UNAVAILABLE,
            "No connector for live card payments is configured on this installation. Use a test key to try payments without moving money.")
        .refusal();
  }
}
