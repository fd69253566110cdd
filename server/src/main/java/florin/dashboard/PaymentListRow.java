package florin.dashboard;

import florin.core.Id.CustomerId;
import florin.core.Money;
import florin.customer.Customer;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A payment as a line of the list of payments.
 *
 * @param why the reason of a failure, in a few words; empty if it did not fail
 * @param customer the best known name or e-mail address of the payer; empty if unknown
 */
public record PaymentListRow(
    String id,
    String path,
    String amount,
    String status,
    String why,
    String customer,
    String description,
    String method,
    Instant created,
    Sums sums,
    String connector,
    String metadata) {

  /** The captured and refunded amounts; empty if zero. */
  public record Sums(String captured, String refunded) {}

  /**
   * Returns the line.
   *
   * @param customers must include the payment's own, unless it was deleted
   * @param isToRefund whether the line leads to the refund dialog
   */
  static PaymentListRow of(
      Payment payment, Map<CustomerId, Customer> customers, boolean isToRefund) {
    Payment.Order order = payment.order();
    return new PaymentListRow(
        payment.id().text(),
        PaymentDetail.path(payment.id()) + (isToRefund ? "?dialog=" + Dialogs.REFUND : ""),
        AmountText.of(order.amount()),
        PaymentStatus.of(payment),
        payment.state().failure().map(DeclineText::brief).orElse(""),
        customer(payment, customers),
        order.description().orElse(""),
        payment.method().label(),
        payment.created(),
        new Sums(
            sum(payment.state().amounts().captured()), sum(payment.state().amounts().refunded())),
        payment.connector().kind(),
        order.metadata().entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue())
            .collect(Collectors.joining(", ")));
  }

  /** Returns the text that a narrow list shows if the payer is unknown. */
  public String instead() {
    return description.isEmpty() ? method : description;
  }

  private static String customer(Payment payment, Map<CustomerId, Customer> customers) {
    return payment
        .order()
        .customer()
        .flatMap(id -> Optional.ofNullable(customers.get(id)))
        .map(CustomerText::of)
        .or(() -> CustomerText.guest(payment))
        .orElse("");
  }

  private static String sum(Money money) {
    return money.isZero() ? "" : AmountText.of(money);
  }
}
