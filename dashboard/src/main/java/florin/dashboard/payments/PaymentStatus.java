package florin.dashboard.payments;

import florin.connector.ProviderDispute;
import florin.dashboard.parts.Pill;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.util.Optional;

/** The status of a payment including its refunds and its dispute, as {@link Pill} displays it. */
public final class PaymentStatus {
  private PaymentStatus() {}

  public static String of(Payment payment) {
    Optional<ProviderDispute> dispute = payment.findDispute().filter(ProviderDispute::isOpenOrLost);
    if (dispute.isPresent()) {
      return dispute.get().isLost() ? "dispute_lost" : "disputed";
    }
    boolean hasRefunds = !payment.state().amounts().refunded().isZero();
    if (payment.status() != Status.SUCCEEDED || !hasRefunds) {
      return payment.status().text();
    }
    boolean isWhole =
        payment.state().amounts().refunded().equals(payment.state().amounts().captured());
    return isWhole ? "refunded" : "partly_refunded";
  }
}
