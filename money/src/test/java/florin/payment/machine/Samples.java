package florin.payment.machine;

import florin.connector.Checks;
import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Outcome;
import florin.connector.PaymentNeeds;
import florin.connector.RiskLevel;
import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.instrument.Card;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Payment.State;
import florin.paymentmethod.BillingDetails;
import florin.testing.Records;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Payments and outcomes for tests. */
public final class Samples {
  public static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  static final Money TEN = usd(1000);

  /** The network approves ten dollars. */
  static final Outcome.Approved APPROVED =
      new Outcome.Approved(
          "ref",
          Optional.empty(),
          Optional.of("00"),
          TEN,
          Checks.NONE,
          RiskLevel.NORMAL,
          Optional.empty());

  /** A set of connectors without any connector. */
  public static final Connectors NO_CONNECTORS =
      new Connectors() {
        @Override
        public List<Connector> listEnabled(Realm realm) {
          return List.of();
        }

        @Override
        public List<Connector> route(Realm realm, PaymentNeeds needs) {
          return List.of();
        }

        @Override
        public Optional<Connector> find(Realm realm, ConnectorName name) {
          return Optional.empty();
        }
      };

  private Samples() {}

  /** Returns the amounts of a payment that has captured nothing. */
  public static Amounts amounts(long minor) {
    return Amounts.of(usd(minor));
  }

  /** Returns a payment with another state, which only the machine can make. */
  public static Payment with(Payment payment, Payment.State state) {
    return payment.with(state);
  }

  public static Payment with(
      Payment payment, Payment.PaymentTerms terms, int version, int sequence) {
    State state =
        Records.with(Records.with(payment.state(), "version", version), "sequence", sequence);
    return payment.with(terms).with(state);
  }

  public static Refund with(Refund refund, Map<String, String> metadata, Refund.State state) {
    return refund.with(metadata).with(state);
  }

  public static Money usd(long minor) {
    return new Money(minor, Currency.get("usd"));
  }

  /** Returns a payment whose authorization is about to be requested. */
  public static Move begin(Money amount, CaptureMethod captureMethod) {
    var terms =
        new PaymentTerms(
            amount,
            captureMethod,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var instrument =
        new Method(
            new PaymentMethodId(UUID.randomUUID()),
            new Card(Brand.VISA, "4242", 12, 2040, Funding.CREDIT, Optional.of("f")),
            BillingDetails.NONE,
            NOW,
            Optional.empty(),
            false,
            Optional.empty());
    return PaymentMachine.begin(
        Realm.of(1, Mode.TEST),
        new PaymentId(UUID.randomUUID()),
        terms,
        instrument,
        new ConnectorName("simulator", "simulator"),
        Optional.empty(),
        NOW);
  }

  static Payment begun(CaptureMethod captureMethod) {
    return begin(TEN, captureMethod).payment();
  }

  static Payment challenged() {
    return PaymentMachine.authorized(
            begun(CaptureMethod.AUTOMATIC), new Outcome.RequiresAction("ch"), NOW)
        .payment();
  }

  static Payment authorized() {
    return PaymentMachine.authorized(begun(CaptureMethod.MANUAL), APPROVED, NOW).payment();
  }
}
