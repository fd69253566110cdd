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
 * @param why it failed, in few words; empty where it did not
 * @param customer the name or the address, of whoever is known best; empty for nobody
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

  /** What was taken of it and given back; empty for nothing. */
  public record Sums(String captured, String refunded) {}

  /**
   * @param customers at least its own, if there is one still
   * @param isToRefund whether it leads to where it is refunded
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

  /** What a narrow list shows where nobody is known. */
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
