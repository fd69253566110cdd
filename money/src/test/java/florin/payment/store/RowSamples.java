package florin.payment.store;

import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.ConnectorName;
import florin.connector.RiskLevel;
import florin.connector.ThreeDSecure;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.core.Advice;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.instrument.Card;
import florin.mandate.MandateUse.Consent;
import florin.payment.machine.Amounts;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Authentication;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Failure;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.NetworkResult;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Payment.State;
import florin.payment.machine.Samples;
import florin.payment.machine.Status;
import florin.paymentmethod.BillingDetails;
import florin.vault.Brand;
import florin.vault.Funding;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Payments and attempts in which all values of one type differ. */
final class RowSamples {
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123456Z");
  static final Realm REALM = Realm.of(1, Mode.TEST);
  static final CustomerId CUSTOMER = new CustomerId(UUID.randomUUID());
  static final CustomerId OWNER = new CustomerId(UUID.randomUUID());

  private RowSamples() {}

  static Payment payment(State state) {
    var terms =
        new PaymentTerms(
            usd(1000),
            CaptureMethod.MANUAL,
            Optional.of(CUSTOMER),
            Optional.of("a description"),
            Map.of("a key", "a value"),
            Optional.of("payer@example.com"),
            Optional.of("A DESCRIPTOR"),
            Optional.of(URI.create("https://shop.example/return")));
    var instrument =
        new Method(
            new PaymentMethodId(UUID.randomUUID()),
            new Card(Brand.VISA, "4242", 11, 2040, Funding.DEBIT, Optional.of("print")),
            new BillingDetails(
                Optional.of("Jo"),
                Optional.of("jo@example.com"),
                Optional.of("+1 555"),
                Optional.empty()),
            NOW.minusSeconds(5),
            Optional.of(OWNER),
            true,
            Optional.of(
                new Consent(
                    "I agree.",
                    NOW,
                    Optional.of("203.0.113.7"),
                    Optional.of("a browser"),
                    Optional.of(NOW.plusSeconds(60)))));
    return new Payment(
        REALM,
        new PaymentId(UUID.randomUUID()),
        NOW,
        terms,
        instrument,
        new ConnectorName("cn_01h455vb4pex5vsknk084sn02q", "stripe"),
        state);
  }

  static State succeeded(
      int version, long captured, long refunded, long pending, Check cvc, Check line1, Check code) {
    return new State(
        version,
        version + 10,
        Status.SUCCEEDED,
        Optional.empty(),
        new Amounts(usd(1000), usd(0), usd(captured), usd(refunded), usd(pending)),
        Optional.empty(),
        new NetworkResult(
            Optional.of("85"),
            Optional.of(new Checks(cvc, line1, code)),
            Optional.of(RiskLevel.ELEVATED)),
        Optional.of(NOW.plusSeconds(version)),
        Optional.empty(),
        Optional.of(CancellationReason.DUPLICATE),
        authentication(version),
        Optional.empty());
  }

  static State held(int version, long capturable) {
    return new State(
        version,
        version + 20,
        Status.REQUIRES_CAPTURE,
        Optional.of(Operation.CAPTURE),
        new Amounts(usd(1000), usd(capturable), usd(0), usd(0), usd(0)),
        Optional.empty(),
        NetworkResult.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        authentication(version),
        Optional.empty());
  }

  static State canceled(int version) {
    return new State(
        version,
        version + 40,
        Status.CANCELED,
        Optional.empty(),
        Samples.amounts(1000),
        Optional.empty(),
        NetworkResult.NONE,
        Optional.empty(),
        Optional.of(NOW.plusSeconds(100 + version)),
        Optional.of(CancellationReason.DUPLICATE),
        authentication(version),
        Optional.empty());
  }

  static State failed(int version) {
    return new State(
        version,
        version + 30,
        Status.FAILED,
        Optional.empty(),
        Samples.amounts(1000),
        Optional.of(
            new Failure(
                ErrorCode.CARD_DECLINED,
                Optional.of(DeclineCode.DO_NOT_HONOR),
                "a message",
                Optional.of(Advice.TRY_AGAIN_LATER))),
        new NetworkResult(Optional.of("05"), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        authentication(version),
        Optional.empty());
  }

  /** Returns no challenge for version 1, because an inserted attempt has none yet. */
  private static Authentication authentication(int version) {
    return new Authentication(
        Optional.of("a challenge").filter(_ -> version > 1),
        Optional.of(URI.create("https://provider.example/pay")).filter(_ -> version > 1),
        Optional.of(
            new ThreeDSecure("2.2.0", Optional.of("05"), Optional.of("a ds id"), TransStatus.A)));
  }

  static Attempt attempt(
      Payment payment, Operation operation, Optional<RefundId> refund, Attempt.State state) {
    return new Attempt(
        REALM,
        new AttemptId(UUID.randomUUID()),
        payment.id(),
        operation,
        Optional.of(new AttemptId(UUID.randomUUID())),
        refund,
        new ConnectorName("cn_01h455vb4pex5vsknk084sn02q", "stripe"),
        usd(321),
        Optional.of(UUID.randomUUID()),
        Optional.of(new RequestId(UUID.randomUUID())),
        NOW,
        state);
  }

  static Attempt with(Attempt it, Attempt.State state) {
    return new Attempt(
        it.realm(),
        it.id(),
        it.payment(),
        it.operation(),
        it.authorization(),
        it.refund(),
        it.connector(),
        it.amount(),
        it.idempotency(),
        it.request(),
        it.created(),
        state);
  }

  static Owner owner() {
    return new Owner(UUID.randomUUID(), UUID.randomUUID());
  }

  static Money usd(long minor) {
    return Samples.usd(minor);
  }
}
