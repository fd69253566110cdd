package florin.payment.machine;

import florin.connector.Connector;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.instrument.Card;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.Order;
import florin.payment.machine.Payment.State;
import florin.paymentmethod.BillingDetails;
import florin.testing.Records;
import florin.vault.Brand;
import florin.vault.Funding;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Payments for the tests of what is decided on them. */
public final class Samples {
  public static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** Of none of which anything is known any more. */
  public static final Connectors NO_CONNECTORS =
      new Connectors() {
        @Override
        public Optional<Connector> findFor(Realm realm) {
          return Optional.empty();
        }

        @Override
        public Optional<Connector> find(Realm realm, ConnectorName name) {
          return Optional.empty();
        }
      };

  private Samples() {}

  /** Of nothing of which anything was taken yet. */
  public static Amounts amounts(long minor) {
    return Amounts.of(usd(minor));
  }

  /** What the machine alone may make of one, for tests of what is stored. */
  public static Payment with(Payment payment, Payment.State state) {
    return payment.with(state);
  }

  public static Payment with(Payment payment, Payment.Order order, int version, int sequence) {
    State state =
        Records.with(Records.with(payment.state(), "version", version), "sequence", sequence);
    return payment.with(order).with(state);
  }

  public static Refund with(Refund refund, Map<String, String> metadata, Refund.State state) {
    return refund.with(metadata).with(state);
  }

  public static Money usd(long minor) {
    return new Money(minor, Currency.get("usd"));
  }

  /** A payment whose authorisation is about to be asked for. */
  public static Move begin(Money amount, CaptureMethod captureMethod) {
    var order =
        new Order(
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
            false);
    return PaymentMachine.begin(
        Realm.of(1, Mode.TEST),
        new PaymentId(UUID.randomUUID()),
        order,
        instrument,
        new ConnectorName("simulator", "simulator"),
        Optional.empty(),
        NOW);
  }
}
