package florin.dashboard;

import florin.page.AmountText;
import florin.payment.machine.Payment;
import java.time.Instant;

/**
 * A payment as a line of a list.
 *
 * @param why the reason of a failure, in a few words; empty if it did not fail
 */
public record PaymentRow(
    String path,
    String amount,
    String status,
    String why,
    String card,
    String description,
    Instant created) {
  static PaymentRow of(Payment payment) {
    return new PaymentRow(
        PaymentDetail.path(payment.id()),
        AmountText.of(payment.order().amount()),
        PaymentStatus.of(payment),
        payment.state().failure().map(DeclineText::brief).orElse(""),
        payment.method().label(),
        payment.order().description().orElse(""),
        payment.created());
  }
}
