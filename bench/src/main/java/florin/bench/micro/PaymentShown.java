package florin.bench.micro;

import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A view with the size and the field types of a payment's view. The real one needs parts that only
 * the service can assemble.
 */
record PaymentShown(
    PaymentId id,
    String object,
    long amount,
    long amountCapturable,
    long amountCaptured,
    long amountRefunded,
    boolean refunded,
    String currency,
    String status,
    String captureMethod,
    Method paymentMethod,
    Optional<String> customer,
    Optional<String> description,
    Map<String, String> metadata,
    Optional<String> receiptEmail,
    Optional<String> receiptUrl,
    Optional<String> statementDescriptor,
    Optional<String> failure,
    Checks checks,
    Outcome outcome,
    Optional<Instant> capturedAt,
    Optional<Instant> canceledAt,
    Optional<String> cancellationReason,
    Instant created,
    boolean livemode) {

  record Method(PaymentMethodId id, String object, String type, Card card) {}

  record Card(
      String brand, String last4, int expMonth, int expYear, String funding, String fingerprint) {}

  record Checks(String cvc, String addressLine1, String addressPostalCode) {}

  record Outcome(String networkResponseCode, String connector, String riskLevel) {}

  static PaymentShown of(PaymentId id, PaymentMethodId method, Instant now) {
    var card = new Card("visa", "4242", 12, 2035, "credit", "tbbbg7peg77wjsp6npyb");
    return new PaymentShown(
        id,
        "payment",
        1000,
        0,
        1000,
        0,
        false,
        "usd",
        "succeeded",
        "automatic",
        new Method(method, "payment_method", "card", card),
        Optional.empty(),
        Optional.of("A payment"),
        Map.of("order", "4711"),
        Optional.empty(),
        Optional.of(
            "http://127.0.0.1:8080/receipts/" + id.text() + "-0123456789abcdef0123456789abcdef"),
        Optional.empty(),
        Optional.empty(),
        new Checks("pass", "unchecked", "unchecked"),
        new Outcome("00", "simulator", "normal"),
        Optional.of(now),
        Optional.empty(),
        Optional.empty(),
        now,
        false);
  }
}
