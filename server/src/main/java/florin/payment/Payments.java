package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.OperationKind;
import florin.core.Caller;
import florin.core.Count;
import florin.core.ErrorCode;
import florin.core.Findings;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.CommitResult;
import florin.db.IdTime;
import florin.db.Write;
import florin.idempotency.Idempotency.Slot;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.PaymentMethodResolver.Means;
import florin.payment.engine.Beginning;
import florin.payment.engine.Engine;
import florin.payment.engine.Intent;
import florin.payment.engine.Intent.Asker;
import florin.payment.execution.Attempts;
import florin.payment.machine.Attempt;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Conclusion;
import florin.payment.machine.Failure;
import florin.payment.machine.Move;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Order;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Status;
import florin.payment.machine.ThreeDSecure;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore.EndingAuthorization;
import florin.payment.store.Draft;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentStore;
import florin.payment.store.PaymentTraits;
import florin.payment.store.SearchCriterion;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What merchants do with payments. How making one goes, {@link Engine} tells. */
public final class Payments {
  /** Of those that wait for their capture so many are looked at, the oldest. */
  public static final int MOST_ENDING = 1_000;

  private final Engine engine;
  private final Connectors connectors;
  private final Stores stores;
  private final PaymentMethodResolver resolver;
  private final Attempts attempts;
  private final Descriptions descriptions;
  private final IdSource ids;

  public Payments(
      Engine engine,
      Connectors connectors,
      Stores stores,
      PaymentMethodResolver resolver,
      Attempts attempts,
      Descriptions descriptions,
      IdSource ids) {
    this.engine = engine;
    this.connectors = connectors;
    this.stores = stores;
    this.resolver = resolver;
    this.attempts = attempts;
    this.descriptions = descriptions;
    this.ids = ids;
  }

  /** Charges a card. */
  public Result<Conclusion> create(Caller caller, Origin origin, CreatePayment command) {
    return create(caller.realm(), origin, command);
  }

  /** The same, without a key of the interface. */
  public Result<Conclusion> create(Realm realm, Origin origin, CreatePayment command) {
    return create(realm, origin, command, Optional.empty());
  }

  /** The same, for what is to know of the payment from its first commit on. */
  public Result<Conclusion> create(
      Realm realm, Origin origin, CreatePayment command, Registration registration) {
    return create(realm, origin, command, Optional.of(registration));
  }

  private Result<Conclusion> create(
      Realm realm, Origin origin, CreatePayment command, Optional<Registration> registration) {
    requireSafeReturn(realm, command.order());
    return engine.run(
        realm,
        origin,
        new Intent(
            Operation.AUTHORIZE,
            Optional.empty(),
            resolver.asking(command),
            new Creation(realm, command, registration)));
  }

  /** Writes down, in the commit that begins a payment, what it is for. */
  public interface Registration {
    /**
     * Guards among them keep the payment from beginning where they do not hold.
     *
     * @param begun the new payment; already failed if its card data is invalid
     */
    List<Write> writes(Payment begun);

    /**
     * @throws Refusal when it was this write that did not hold
     */
    void requireHeld(Write refused);
  }

  /** A new payment, each time that it is decided. */
  private final class Creation implements Intent.StartDecision {
    private final Realm realm;
    private final CreatePayment command;
    private final Optional<Registration> registration;

    Creation(Realm realm, CreatePayment command, Optional<Registration> registration) {
      this.realm = realm;
      this.command = command;
      this.registration = registration;
    }

    /**
     * A card that cannot be right is asked of nobody: the payment is stored as failed, in one
     * commit.
     */
    @Override
    public Optional<Beginning> decide(Asker asker, Instant now) {
      var id = new PaymentId(ids.next());
      Means means = resolver.take(realm, id, command, now);
      Connector connector = find(realm, means);
      Move begun =
          PaymentMachine.begin(
              realm,
              id,
              means.order(),
              means.method(),
              connector.name(),
              command.threeDSecure().map(ThreeDSecure::of),
              now);
      if (isWrittenOnce(connector, means, now)) {
        return Optional.of(Beginning.of(connector, draft(asker, begun, means)));
      }
      Optional<Failure> fault = means.fault(now).map(Failure::of);
      Move move =
          fault
              .map(failure -> begun.then(PaymentMachine.refused(begun.payment(), failure)))
              .orElse(begun);
      Optional<Attempt> attempt =
          fault.isPresent()
              ? Optional.empty()
              : Optional.of(
                  attempts.begin(begun.payment(), asker.slot(), asker.origin().request()));
      return Optional.of(
          new Beginning(connector, Transition.of(move), attempt, besides(move.payment(), means)));
    }

    private Connector find(Realm realm, Means means) {
      Connector connector =
          connectors
              .findFor(realm, means.credential(), means.order().amount().currency())
              .orElseThrow(() -> PaymentRefusals.noConnector(means.credential()));
      if (!connector.capabilities().accepts().takes(means.credential())) {
        throw PaymentRefusals.notTaken(connector, means.credential());
      }
      if (means.order().captureMethod() == CaptureMethod.MANUAL
          && !connector.takes(OperationKind.CAPTURE)) {
        throw PaymentRefusals.notHeld();
      }
      return connector;
    }

    /**
     * The usual life: nobody else's row is looked at, and the answer comes at once. A draft is all
     * that is written before it.
     */
    private boolean isWrittenOnce(Connector connector, Means means, Instant now) {
      return registration.isEmpty()
          && connector.capabilities().local()
          && means.fresh().isPresent()
          && means.order().customer().isEmpty()
          && !means.method().saved()
          && means.fault(now).isEmpty();
    }

    private Draft draft(Asker asker, Move begun, Means means) {
      PaymentId payment = begun.payment().id();
      return new Draft(
          new Slot(realm, asker.slot().orElse(payment.uuid())),
          begun,
          means.fresh().orElseThrow(),
          attempts.begin(begun.payment(), asker.slot(), asker.origin().request()),
          asker.origin().cause(),
          new EventId(ids.next()),
          new EventId(ids.next()));
    }

    private List<Write> besides(Payment begun, Means means) {
      return Stream.of(
              registration.stream().flatMap(it -> it.writes(begun).stream()),
              Stream.of(means.write()),
              means.order().customer().stream().map(whose -> CustomerStore.use(realm, whose)))
          .flatMap(writes -> writes)
          .toList();
    }

    /** A saved method that somebody has changed meanwhile is looked at anew. */
    @Override
    public void requireAnew(CommitResult result) {
      if (result instanceof CommitResult.Refused(Write guard)) {
        registration.ifPresent(it -> it.requireHeld(guard));
      }
      boolean isForgotten =
          switch (result) {
            case CommitResult.Refused(Write guard) -> CustomerStore.isUse(guard);
            case CommitResult.Rejected(_, String constraint, _) ->
                constraint.equals(PaymentStore.CUSTOMER_EXISTS);
            case CommitResult.Committed() -> false;
          };
      if (isForgotten) {
        throw Customers.noCustomer();
      }
    }
  }

  public Optional<Payment> find(Realm realm, PaymentId id) {
    return stores.payments().find(realm, id);
  }

  /** Everything that was asked of the network for it, in order. */
  public List<Attempt> listAttempts(Payment payment) {
    return stores.attempts().list(payment.realm(), payment.id());
  }

  /** Payments that can be captured no more after a time, those that end first standing first. */
  public List<EndingAuthorization> listEnding(Realm realm, Instant before) {
    return stores.attempts().listEnding(realm, before, MOST_ENDING);
  }

  public Page<Payment> list(Realm realm, PaymentFilter filter, PageRequest page) {
    return list(realm, filter, new SearchCriterion.Anything(), page);
  }

  /** A page of payments, newest first. */
  public Page<Payment> list(
      Realm realm, PaymentFilter filter, SearchCriterion sought, PageRequest page) {
    return stores.payments().list(realm, filter, sought, page);
  }

  /** Those with traits that no index knows: {@link PaymentStore#look}. */
  public Findings<Payment> look(
      Realm realm,
      PaymentFilter filter,
      SearchCriterion sought,
      PaymentTraits traits,
      PageRequest page) {
    return stores.payments().look(realm, filter, sought, traits, page);
  }

  /** How many payments there are: of a status where one is given. */
  public Count count(Realm realm, Optional<Status> status, IdTime.Span created) {
    return stores.payments().count(realm, status, created);
  }

  /** Changes what is said about a payment, whatever its state. */
  public Result<Payment> update(Realm realm, PaymentId id, Origin origin, PaymentChange change) {
    return descriptions.update(realm, id, origin, change);
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
}
