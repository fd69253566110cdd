package florin.dashboard;

import florin.core.Id.CustomerId;
import florin.core.Money;
import florin.instrument.Card;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The columns of the CSV export of payments. */
final class PaymentSheet {
  static final List<String> HEAD =
      List.of(
          "id",
          "created",
          "status",
          "amount",
          "currency",
          "captured",
          "refunded",
          "method_type",
          "card_brand",
          "card_last4",
          "customer",
          "description",
          "receipt_email",
          "statement_descriptor",
          "failure_code",
          "decline_code",
          "metadata",
          "connector",
          "provider_ids");

  private PaymentSheet() {}

  static List<String> line(Payment payment) {
    Payment.Order order = payment.order();
    Optional<Failure> failure = payment.state().failure();
    Optional<Card> card =
        payment.method().instrument() instanceof Card paidWith
            ? Optional.of(paidWith)
            : Optional.empty();
    return List.of(
        payment.id().text(),
        payment.created().toString(),
        payment.status().text(),
        amount(order.amount()),
        order.amount().currency().code(),
        amount(payment.state().amounts().captured()),
        amount(payment.state().amounts().refunded()),
        payment.method().instrument().type().text(),
        card.map(c -> c.brand().text()).orElse(""),
        card.map(Card::last4).orElse(""),
        order.customer().map(CustomerId::text).orElse(""),
        order.description().orElse(""),
        order.receiptEmail().orElse(""),
        order.statementDescriptor().orElse(""),
        failure.map(f -> f.code().text()).orElse(""),
        failure.flatMap(Failure::declineCode).map(code -> code.text()).orElse(""),
        order.metadata().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining("; ")),
        payment.connector().id(),
        payment.state().provider().stream()
            .flatMap(provider -> provider.ids().values().stream())
            .collect(Collectors.joining(" ")));
  }

  private static String amount(Money money) {
    return AmountFormat.text(money);
  }
}
