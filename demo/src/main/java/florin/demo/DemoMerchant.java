package florin.demo;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Caller;
import florin.core.Field;
import florin.core.Id.CustomerId;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.RequestId;
import florin.core.Id.WebhookEndpointId;
import florin.core.MetadataChange;
import florin.core.Realm;
import florin.customer.ProfileChange;
import florin.dispute.Dispute;
import florin.idempotency.Origin;
import florin.payment.CreatePayment;
import florin.payment.PaymentChange;
import florin.payment.challenge.Challenges.Choice;
import florin.payment.evidence.EvidenceField;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.paymentmethod.PaymentMethods.BesidesMethod;
import florin.paymentmethod.PaymentMethods.SaveResult;
import florin.webhook.EndpointChange;
import florin.webhook.WebhookEndpoint.Status;
import florin.webhook.WebhookEndpoints.NewEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The merchant of the demo. Each method makes one request to the use cases, as the API does. */
final class DemoMerchant {
  /** The time after which the network has its next response. */
  private static final Duration A_WHILE = Duration.ofSeconds(3);

  /** The maximum number of checks for an outcome. */
  private static final int MOST_LOOKS = 10;

  private final UseCases does;
  private final Caller caller;
  private final HistoryClock clock;

  DemoMerchant(UseCases does, Caller caller, HistoryClock clock) {
    this.does = does;
    this.caller = caller;
    this.clock = clock;
  }

  Payment pay(CreatePayment command) {
    return does.payments().create(caller.realm(), request(), command).value().payment();
  }

  Payment find(PaymentId id) {
    return does.payments().find(realm(), id).orElseThrow(id::notFound);
  }

  /** Waits for outcomes that the network has not reported yet, including reversals. */
  Payment await(PaymentId id) {
    boolean more = true;
    for (int i = 0; i < MOST_LOOKS && more; i++) {
      clock.advance(A_WHILE);
      more = does.dueAttempts().resolveNow(realm(), id);
    }
    return find(id);
  }

  Payment choose(Payment payment, Choice choice) {
    return does.challenges().choose(payment, choice, new RequestId(does.ids().next()));
  }

  void expire(PaymentId id) {
    does.dueAttempts().expireNow(realm(), id);
  }

  void capture(PaymentId id, OptionalLong amount) {
    does.followUps().capture(realm(), id, request(), amount);
  }

  void cancel(PaymentId id, CancellationReason reason) {
    does.followUps().cancel(realm(), id, request(), Optional.of(reason));
  }

  void refund(PaymentId id, OptionalLong amount, Refund.Reason reason) {
    does.refunds()
        .create(realm(), request(), new CreateRefund(id, amount, Optional.of(reason), Map.of()));
  }

  /** Returns the first dispute of a payment. */
  Optional<DisputeId> findDispute(PaymentId payment) {
    return does.ofDisputes().store().listOf(realm(), payment).stream().map(Dispute::id).findFirst();
  }

  /** Accepts all suggestions, and tells what happened to the parcel. */
  void prepareEvidence(DisputeId id) {
    does.ofDisputes()
        .evidence()
        .change(
            realm(),
            id,
            Map.of(
                EvidenceField.SHIPPING_CARRIER,
                new Field.Set<>("Demo Parcels"),
                EvidenceField.SHIPPING_TRACKING_NUMBER,
                new Field.Set<>("DEMO4711")),
            true,
            request());
  }

  void submitEvidence(DisputeId id) {
    does.ofDisputes().responses().submit(realm(), id, request());
  }

  void acceptDispute(DisputeId id) {
    does.ofDisputes().responses().accept(realm(), id, request());
  }

  /** Decides a dispute for the bank. */
  void decide(DisputeId id, DisputeStatus status) {
    does.ofDisputes().decisions().decide(realm(), id, status, request());
  }

  void tell(PaymentId id, Map<String, String> metadata) {
    var change =
        new PaymentChange(
            new Field.Keep<>(),
            new Field.Keep<>(),
            new Field.Keep<>(),
            new MetadataChange(metadata, Set.of()));
    does.payments().update(realm(), id, request(), change);
  }

  CustomerId register(ProfileChange profile) {
    return does.customers().create(realm(), request(), profile).value().id();
  }

  void change(CustomerId id, ProfileChange profile) {
    does.customers().update(realm(), id, request(), profile);
  }

  void delete(CustomerId id) {
    does.customers().delete(realm(), id, request());
  }

  /** Saves a card for a customer, without a payment. */
  PaymentMethodId save(NewMethod card, CustomerId customer) {
    SaveResult saved =
        does.methods()
            .create(realm(), request(), card, Map.of(), () -> Optional.of(BesidesMethod.NOTHING))
            .value();
    if (!(saved instanceof SaveResult.Done(PaymentMethod made))) {
      throw new IllegalStateException("a card of the demo cannot be right");
    }
    does.methods().attach(realm(), made.id(), customer, request());
    return made.id();
  }

  void detach(PaymentMethodId method) {
    does.methods().detach(realm(), method, request());
  }

  WebhookEndpointId listenAt(String url, String description, List<String> types) {
    var wanted = new NewEndpoint(url, Optional.of(types), Optional.of(description), Map.of());
    return does.endpoints().create(realm(), request(), wanted).value().endpoint().id();
  }

  void disable(WebhookEndpointId endpoint) {
    var change =
        new EndpointChange(
            Optional.empty(),
            Optional.empty(),
            new Field.Keep<>(),
            MetadataChange.NONE,
            Optional.of(Status.DISABLED));
    does.endpoints().update(realm(), endpoint, request(), change);
  }

  private Realm realm() {
    return caller.realm();
  }

  private Origin request() {
    return new Origin(new RequestId(does.ids().next()), Optional.empty());
  }
}
