package florin.bench.simulate.memory;

import florin.connector.Checks;
import florin.connector.ConnectorName;
import florin.connector.Credential.PlainCard;
import florin.connector.Outcome.Approved;
import florin.connector.RiskLevel;
import florin.core.Caller.KeyKind;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Pan;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventType;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.RecordKey;
import florin.mandate.Mandates;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Move;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.RefundMove;
import florin.payment.store.AttemptStore;
import florin.payment.store.PaymentStore;
import florin.payment.store.RefundStore;
import florin.payment.store.Stores;
import florin.paymentmethod.BillingDetails;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.CodeMemory;
import florin.vault.Keyring;
import florin.vault.Keyring.Purpose;
import florin.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** Creates payments, refunds, and events as the engine does, for tests of stores. */
abstract class StoreSteps {
  static final SecureRandom RANDOM = new SecureRandom();
  static final Keyring KEYRING = Keyring.generate(RANDOM);
  static final Owner SELF = new Owner(UUID.randomUUID(), UUID.randomUUID());
  static final ConnectorName SIMULATOR = new ConnectorName("simulator", "simulator");

  final IdSource ids = new IdSource(InstantSource.system());
  final Realm realm = new Realm(2 * (1 + RANDOM.nextLong(1_000_000_000)));
  Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
  Stores stores;
  Idempotency slots;

  abstract Db db();

  abstract CommitResult commit(Changeset changeset);

  @BeforeEach
  void open() {
    stores = Stores.of(db());
    slots = new Idempotency(db(), KEYRING.hmac(Purpose.IDEMPOTENCY));
  }

  CommitResult commit(Write... writes) {
    return commit(Changeset.of(writes));
  }

  static Money euros(long minor) {
    return new Money(minor, Currency.get("eur"));
  }

  record Begun(Move move, PaymentMethod method, Attempt attempt) {
    Payment payment() {
      return move.payment();
    }

    Write[] rows() {
      return new Write[] {
        PaymentStore.insert(payment()),
        PaymentMethodStore.insert(method),
        AttemptStore.insert(attempt)
      };
    }
  }

  Begun begun(Optional<UUID> slot) {
    var id = new PaymentId(ids.next());
    var cards =
        new CardsOnFile(
            new PaymentMethodStore(db()),
            new Vault(KEYRING, RANDOM),
            new CodeMemory(RANDOM),
            new Mandates(db(), ids),
            ids,
            Duration.ofDays(1));
    PaymentMethod method =
        cards.keep(
            realm,
            new NewMethod(
                new PlainCard(new Pan("4242424242424242"), 12, 2035, Optional.empty()),
                BillingDetails.NONE),
            Optional.of(id),
            now);
    Move move =
        PaymentMachine.begin(
            realm,
            id,
            new PaymentTerms(
                euros(1_000),
                CaptureMethod.AUTOMATIC,
                Optional.empty(),
                Optional.of("A chair"),
                Map.of("order", "7"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            new Payment.Method(
                method.id(),
                method.instrument(),
                method.billing(),
                method.created(),
                Optional.empty(),
                false,
                Optional.empty()),
            SIMULATOR,
            Optional.empty(),
            now);
    Attempt attempt =
        Attempt.begun(
            move.payment(),
            new AttemptId(ids.next()),
            slot,
            new RequestId(ids.next()),
            SELF,
            now.plusSeconds(15));
    return new Begun(move, method, attempt);
  }

  Payment succeeded(Begun begun) {
    return PaymentMachine.authorized(begun.payment(), approval(), now).payment();
  }

  static Approved approval() {
    return new Approved(
        "ref",
        Optional.empty(),
        Optional.of("00"),
        euros(1_000),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }

  Claim claim() {
    return new Claim(new RecordKey(realm, ids.next()), KeyKind.SECRET, UUID.randomUUID());
  }

  Event event(UUID object, int sequence) {
    return new Event(
        realm,
        new EventId(ids.next()),
        EventType.PAYMENT_CREATED,
        object,
        sequence,
        "{\"id\":\"it\"}",
        Optional.empty(),
        now);
  }

  /** A payment with a refund in flight, and the changeset that resolves both. */
  record Refunding(Attempt attempt, Changeset settlement) {}

  Refunding refunding() {
    Begun begun = begun(Optional.empty());
    Payment paid = paid(begun);
    RefundMove refund = refund(paid);
    Payment reserved = refund.payment().orElseThrow().payment();
    Attempt attempt = attemptOf(refund, begun);
    commit(
        PaymentStore.update(reserved),
        RefundStore.insert(refund.refund()),
        AttemptStore.insert(attempt));
    RefundMove resolved = RefundMachine.resolved(reserved, refund.refund(), approval());
    return new Refunding(
        attempt,
        Changeset.of(
            PaymentStore.update(resolved.payment().orElseThrow().payment()),
            RefundStore.update(resolved.refund())));
  }

  /** Stores a payment as succeeded. */
  Payment paid(Begun begun) {
    Payment paid = succeeded(begun);
    commit(
        PaymentStore.insert(paid),
        PaymentMethodStore.insert(begun.method()),
        AttemptStore.insert(begun.attempt()));
    return paid;
  }

  RefundMove refund(Payment paid) {
    return RefundMachine.begin(
        paid,
        new RefundId(ids.next()),
        new CreateRefund(paid.id(), OptionalLong.of(300), Optional.empty(), Map.of()),
        now);
  }

  Attempt attemptOf(RefundMove refund, Begun begun) {
    return new Attempt(
        realm,
        new AttemptId(ids.next()),
        begun.payment().id(),
        Operation.REFUND,
        Optional.of(begun.attempt().id()),
        Optional.of(refund.refund().id()),
        SIMULATOR,
        refund.refund().amount(),
        Optional.empty(),
        Optional.of(new RequestId(ids.next())),
        now,
        Attempt.State.begun(SELF, now.plusSeconds(15)));
  }
}
