package florin.dashboard;

import florin.payment.machine.Payment;
import florin.payment.machine.Status;

/** How a payment stands, refunds included, as {@link Pill} knows it. */
final class PaymentStatus {
  private PaymentStatus() {}

  static String of(Payment payment) {
    boolean hasRefunds = !payment.state().amounts().refunded().isZero();
    if (payment.status() != Status.SUCCEEDED || !hasRefunds) {
      return payment.status().text();
    }
    boolean isWhole =
        payment.state().amounts().refunded().equals(payment.state().amounts().captured());
    return isWhole ? "refunded" : "partly_refunded";
  }
}
