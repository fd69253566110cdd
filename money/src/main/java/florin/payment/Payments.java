package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Credential;
import florin.connector.OperationKind;
import florin.connector.PaymentNeeds;
import florin.connector.ThreeDSecure;
import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RequestId;
import florin.core.Id.SetupId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Retry;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.CommitResult;
import florin.db.IdTime;
import florin.db.Write;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.lists.BlockedPaymentStore;
import florin.lists.BlockedPaymentStore.Block;
import florin.payment.PaymentMethodResolver.Means;
import florin.payment.engine.BeginDecision;
import florin.payment.engine.Engine;
import florin.payment.engine.OperationRequest;
import florin.payment.execution.Attempts;
import florin.payment.machine.Attempt;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Move;
import florin.payment.machine.Operation;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Status;
import florin.payment.machine.Transition;
import florin.payment.retry.RetryGuard;
import florin.payment.store.AttemptStore.EndingAuthorization;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentStore;
import florin.payment.store.PaymentStore.Conditions;
import florin.payment.store.PaymentTraits;
import florin.payment.store.SearchCriterion;
import florin.payment.store.Stores;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The operations of merchants on payments. {@link Engine} describes how a payment is created. */
public final class Payments {
  /** The number of payments waiting for capture that are read, the oldest first. */
  public static final int MOST_ENDING = 1_000;

  private final Engine engine;
  private final Connectors connectors;
  private final Stores stores;
  private final PaymentMethodResolver resolver;
  private final Attempts attempts;
  private final Descriptions descriptions;
  private final Repetition repetition;
  private final IdSource ids;
  private final RetryGuard guard;

  public Payments(
      Engine engine,
      Connectors connectors,
      Stores stores,
      PaymentMethodResolver resolver,
      Attempts attempts,
      Descriptions descriptions,
      Repetition repetition,
      IdSource ids) {
    this.engine = engine;
    this.connectors = connectors;
    this.stores = stores;
    this.resolver = resolver;
    this.attempts = attempts;
    this.descriptions = descriptions;
    this.repetition = repetition;
    this.ids = ids;
    this.guard = new RetryGuard(stores);
  }

  /** Creates a payment, or a setup if its amount is zero. */
  public Result<OperationResult> create(Realm realm, Origin origin, CreatePayment command) {
    return create(realm, origin, command, Optional.empty());
  }

  /** Creates a payment, with the writes of a registration in its first commit. */
  public Result<OperationResult> create(
      Realm realm, Origin origin, CreatePayment command, Registration registration) {
    return create(realm, origin, command, Optional.of(registration));
  }

  private Result<OperationResult> create(
      Realm realm, Origin origin, CreatePayment command, Optional<Registration> registration) {
    requireSafeReturn(realm, command.terms());
    return engine.run(
        realm,
        origin,
        new OperationRequest(
            Operation.AUTHORIZE,
            Optional.empty(),
            resolver.asking(command),
            new Creation(realm, origin.request(), command, registration)));
  }

  /** A hook that records in the first commit of a payment what it is for. */
  public interface Registration {
    /**
     * Returns the writes. If a guard among them does not hold, the payment does not begin.
     *
     * @param begun the new payment; already failed if its card data is invalid
     */
    List<Write> writes(Payment begun);

    /**
     * Returns the address of the payer's browser. Empty if the payment didn't come from one, or a
     * trusted proxy does not report it.
     */
    Optional<InetAddress> payerAddress();

    /**
     * Throws if it was this registration's guard that did not hold.
     *
     * @throws Refusal if the refused write is this registration's
     */
    void requireHeld(Write refused);
  }

  /**
   * The hook for a charge that repeats a declined one: the payer may be paying at the same time.
   */
  @FunctionalInterface
  public interface Repetition {
    /**
     * Returns the writes for the first commit of the charge. Their guards hold only if nothing else
     * has begun to pay it.
     *
     * @throws Refusal if it is paid, or a payment of it is in progress
     */
    List<Write> writes(Payment begun, Instant now);
  }

  /** The decision that creates a new payment, each time that it is made. */
  private final class Creation implements OperationRequest.StartDecision {
    private final Realm realm;
    private final RequestId request;
    private final CreatePayment command;
    private final Optional<Registration> registration;
    private boolean wasDeclined;

    Creation(
        Realm realm,
        RequestId request,
        CreatePayment command,
        Optional<Registration> registration) {
      this.realm = realm;
      this.request = request;
      this.command = command.repeating(command.recovers().map(id -> firstOf(realm, id, command)));
      this.registration = registration;
    }

    /**
     * Decides to create the payment. If its card data is invalid, or the block list has it, no
     * network is called: one commit stores the payment as failed.
     */
    @Override
    public Optional<BeginDecision> decide(Optional<UUID> slot, Instant now) {
      var id = new PaymentId(ids.next());
      Means means = resolver.take(realm, id, command, now);
      requireSameCustomer(means.terms());
      Connector connector = find(means);
      Move begun =
          PaymentMachine.begin(
              realm,
              id,
              means.terms(),
              means.method(),
              connector.name(),
              command.threeDSecure().map(ThreeDSecure::of),
              now);
      Optional<Block> block =
          resolver.findBlock(
              realm, means, command, registration.flatMap(Registration::payerAddress));
      Optional<Failure> fault =
          means
              .fault(now)
              .map(Failure::of)
              .or(() -> block.map(_ -> Failure.blocked(begun.payment())));
      Move move =
          fault
              .map(failure -> begun.then(payment -> PaymentMachine.refused(payment, failure)))
              .orElse(begun);
      Optional<Attempt> attempt =
          fault.isPresent()
              ? Optional.empty()
              : Optional.of(attempts.begin(begun.payment(), slot, request));
      return Optional.of(
          new BeginDecision(
              connector,
              Transition.of(move),
              attempt,
              Stream.of(
                      besides(move.payment(), means, now),
                      attempt.map(_ -> guarding(begun.payment(), now)).orElse(List.of()),
                      block
                          .filter(_ -> isBlocked(move.payment()))
                          .map(it -> BlockedPaymentStore.insert(realm, id.uuid(), it, now))
                          .stream()
                          .toList())
                  .flatMap(List::stream)
                  .toList()));
    }

    private static boolean isBlocked(Payment payment) {
      return payment.state().failure().filter(Failure::isBlocked).isPresent();
    }

    /** Requires that a repeated charge is that of the customer who owes the first one. */
    private void requireSameCustomer(PaymentTerms terms) {
      command
          .recovers()
          .map(first -> stores.payments().get(realm, first).terms().customer())
          .filter(owing -> !owing.equals(terms.customer()))
          .ifPresent(_ -> {
            throw PaymentRefusals.otherCustomer();
          });
    }

    private Connector find(Means means) {
      var needs =
          new PaymentNeeds(
              means.credential(),
              means.terms().amount().currency(),
              command.savesMethod(),
              means.terms().captureMethod() == CaptureMethod.MANUAL,
              means.terms().amount().isZero());
      Connector connector =
          connectors
              .findFor(realm, needs, command.connector())
              .orElseThrow(() ->
                  PaymentRefusals.notRouted(
                      connectors.listEnabled(realm), needs, command.connector()));
      if (needs.setsUp() && !connector.capabilities().accepts().setsUp()) {
        throw PaymentRefusals.notSetUp();
      }
      if (means.credential() instanceof Credential.Page page) {
        PaymentRefusals.requireSaved(connector, page, needs, means.terms().amount());
      }
      if (needs.holds() && !connector.takes(OperationKind.CAPTURE)) {
        throw PaymentRefusals.notHeld();
      }
      return connector;
    }

    private List<Write> besides(Payment begun, Means means, Instant now) {
      return Stream.of(
              command.recovers().stream().flatMap(_ -> repetition.writes(begun, now).stream()),
              registration.stream().flatMap(it -> it.writes(begun).stream()),
              means.writes().stream(),
              means.terms().customer().stream().map(whose -> CustomerStore.use(realm, whose)))
          .flatMap(writes -> writes)
          .toList();
    }

    private List<Write> guarding(Payment begun, Instant now) {
      return wasDeclined ? guard.repeat(begun, now) : guard.begin(begun);
    }

    /**
     * Requires a new decision if a saved method was changed in the meantime, or the card was
     * declined before.
     */
    @Override
    public void requireAnew(CommitResult result) {
      if (result instanceof CommitResult.Refused(Write refused)) {
        wasDeclined |= RetryGuard.isOf(refused);
        registration.ifPresent(it -> it.requireHeld(refused));
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

  /**
   * Returns the first of the charges that a new one repeats.
   *
   * @throws Refusal if the payer can't pay it, or it is of another amount
   */
  private PaymentId firstOf(Realm realm, PaymentId declined, CreatePayment command) {
    Payment before =
        find(realm, declined)
            .filter(it -> it.isRecoverable() || !it.firstCharge().equals(it.id()))
            .orElseThrow(PaymentRefusals::notRecoverable);
    if (!before.terms().amount().equals(command.terms().amount())) {
      throw PaymentRefusals.otherAmount(before.terms().amount());
    }
    return before.firstCharge();
  }

  public Optional<Payment> find(Realm realm, PaymentId id) {
    return stores.payments().find(realm, id);
  }

  public Optional<Payment> find(Realm realm, SetupId id) {
    return stores.payments().find(realm, id);
  }

  /** Returns a page of setups, newest first, optionally of one customer. */
  public Page<Payment> listSetups(Realm realm, Optional<CustomerId> customer, PageRequest page) {
    return stores.payments().listSetups(realm, customer, page);
  }

  /**
   * Returns whether the cards of declined payments may be tried again, as far as their schemes
   * limit that.
   */
  public Map<PaymentId, Retry> listRetries(Realm realm, List<Payment> declined, Instant now) {
    return guard.list(realm, declined, now);
  }

  /** Returns all attempts of the payment, in order. */
  public List<Attempt> listAttempts(Payment payment) {
    return stores.attempts().list(payment.realm(), payment.id());
  }

  /** Returns the payments whose capture deadline ends before a time, ordered by deadline. */
  public List<EndingAuthorization> listEnding(Realm realm, Instant before) {
    return stores.attempts().listEnding(realm, before, MOST_ENDING);
  }

  public Page<Payment> list(Realm realm, PaymentFilter filter, PageRequest page) {
    return list(realm, filter, new SearchCriterion.Anything(), page);
  }

  /** Returns a page of payments, newest first. */
  public Page<Payment> list(
      Realm realm, PaymentFilter filter, SearchCriterion sought, PageRequest page) {
    return stores.payments().list(realm, filter, sought, page);
  }

  /** Returns a page of payments with traits that have no index: {@link PaymentStore#look}. */
  public Findings<Payment> look(
      Realm realm,
      PaymentFilter filter,
      SearchCriterion sought,
      PaymentTraits traits,
      PageRequest page) {
    return stores.payments().look(realm, filter, sought, traits, page);
  }

  /** Returns the sums of the payments that meet any of the conditions, and the traits. */
  public Optional<AmountSums> sum(Realm realm, List<Conditions> any, PaymentTraits traits) {
    return stores.payments().sum(realm, any, traits);
  }

  /** Returns a page ordered by amount: {@link PaymentStore#listByAmount}. */
  public Optional<Page<Payment>> listByAmount(
      Realm realm,
      List<Conditions> any,
      PaymentTraits traits,
      AmountOrder order,
      PageRequest page) {
    return stores.payments().listByAmount(realm, any, traits, order, page);
  }

  /** Returns the number of payments, optionally of one status. */
  public Count count(Realm realm, Optional<Status> status, IdTime.Span created) {
    return stores.payments().count(realm, status, created);
  }

  /** Returns the number of payments with an open dispute. */
  public Count countDisputed(Realm realm, IdTime.Span created) {
    return stores.payments().countDisputed(realm, created);
  }

  /** Changes the descriptive fields of a payment, in any status. */
  public Result<Payment> update(Realm realm, PaymentId id, Origin origin, PaymentChange change) {
    return descriptions.update(realm, id, origin, change);
  }

  /**
   * Requires `https` for the return URL in live mode, so that no one else can read the payer's
   * return.
   */
  private static void requireSafeReturn(Realm realm, PaymentTerms terms) {
    if (realm.isLive()
        && terms
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
