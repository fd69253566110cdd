package florin.dashboard.disputes;

import florin.connector.ThreeDSecure;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.customer.Customer;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.Fact;
import florin.dashboard.payments.PaymentFacts;
import florin.payment.machine.Payment;
import florin.paymentmethod.BillingDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The facts about a payer and a payment that banks look at. */
final class DisputeChecks {
  private DisputeChecks() {}

  static List<Fact> of(Payment payment, Optional<Customer> customer) {
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.of(
            "3-D Secure",
            payment
                .state()
                .authentication()
                .result()
                .map(DisputeChecks::shift)
                .orElse("Not used. You bear the loss of fraud.")));
    payment
        .state()
        .networkResult()
        .checks()
        .ifPresent(checks -> facts.addAll(PaymentFacts.checks(checks)));
    BillingDetails billing = payment.method().billing();
    billing
        .email()
        .or(() -> payment.terms().receiptEmail())
        .or(() -> customer.flatMap(it -> it.profile().email()))
        .ifPresent(email -> facts.add(Fact.of("Email", email)));
    billing
        .address()
        .map(CustomerText::of)
        .filter(line -> !line.isEmpty())
        .ifPresent(line -> facts.add(Fact.of("Billing address", line)));
    payment
        .method()
        .offSession()
        .ifPresent(_ -> facts.add(Fact.of("Charged", "Without the payer, with a mandate")));
    return facts;
  }

  /** Returns the result of 3-D Secure, and who bears the loss of fraud. */
  private static String shift(ThreeDSecure result) {
    boolean isShifted =
        result.transStatus() == TransStatus.Y || result.transStatus() == TransStatus.A;
    return isShifted
        ? "Passed (%s). The card's bank bears the loss of fraud.".formatted(result.version())
        : "Not passed (%s). You bear the loss of fraud.".formatted(result.transStatus().text());
  }
}
