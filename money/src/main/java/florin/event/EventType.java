package florin.event;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The types of events. The first word of the text is the kind of object that the event is about.
 */
public enum EventType {
  PAYMENT_CREATED,
  PAYMENT_PROCESSING,
  PAYMENT_REQUIRES_ACTION,
  PAYMENT_AMOUNT_CAPTURABLE_UPDATED,
  PAYMENT_SUCCEEDED,
  PAYMENT_FAILED,
  PAYMENT_CANCELED,
  PAYMENT_UPDATED,
  PAYMENT_REFUNDED,
  /** The payer disputes the payment, for the first time or after the last dispute was closed. */
  PAYMENT_DISPUTED,
  /** The status, amount, reason or deadline of its dispute has changed. */
  PAYMENT_DISPUTE_UPDATED,
  SETUP_REQUIRES_ACTION,
  SETUP_SUCCEEDED,
  SETUP_FAILED,
  SETUP_CANCELED,
  REFUND_CREATED,
  REFUND_UPDATED,
  REFUND_FAILED,
  /** A payer disputes a payment, or their bank inquires about it. */
  DISPUTE_CREATED,
  /** The status, amount, reason or deadline has changed. */
  DISPUTE_UPDATED,
  /** The dispute has ended. It may be decided again. */
  DISPUTE_CLOSED,
  /** A source of cards is stopped, because most of its cards were declined. */
  BRAKE_ENGAGED,
  /** The source is free again. */
  BRAKE_RELEASED,
  CUSTOMER_CREATED,
  CUSTOMER_UPDATED,
  CUSTOMER_DELETED,
  PAYMENT_METHOD_ATTACHED("payment_method.attached"),
  PAYMENT_METHOD_UPDATED("payment_method.updated"),
  PAYMENT_METHOD_DETACHED("payment_method.detached"),
  /** The payer agreed to later charges with a payment method. */
  MANDATE_CREATED,
  /** The payer authenticated again with the payment method. */
  MANDATE_UPDATED,
  MANDATE_REVOKED,
  CHECKOUT_SESSION_COMPLETED("checkout_session.completed"),
  CHECKOUT_SESSION_EXPIRED("checkout_session.expired"),
  /** Money that fits no payment has arrived, and its customer or payment is known. */
  CUSTOMER_CREDIT_CREATED("customer_credit.created"),
  /** The credit was assigned, will be returned, or was taken back. */
  CUSTOMER_CREDIT_UPDATED("customer_credit.updated"),
  /** Money has arrived, and a person must assign it. */
  UNMATCHED_TRANSFER_CREATED("unmatched_transfer.created"),
  UNMATCHED_TRANSFER_UPDATED("unmatched_transfer.updated"),
  /** A provider has announced a payout. */
  PAYOUT_CREATED,
  /** The payout's amount has arrived at the bank. */
  PAYOUT_ARRIVED,
  /** The bank booked another amount than the provider announced. */
  PAYOUT_DIFFERS,
  /** The provider could not pay the money out, or took it back. */
  PAYOUT_FAILED,
  WEBHOOK_ENDPOINT_TEST("webhook_endpoint.test");

  private static final Map<String, EventType> BY_TEXT =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(EventType::text, type -> type));

  private final String text;

  EventType() {
    this.text = name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
  }

  EventType(String text) {
    this.text = text;
  }

  /** Returns the texts of all types, as in SQL and JSON. */
  public static List<String> texts() {
    return Stream.of(values()).map(EventType::text).toList();
  }

  /** Returns the text, for example `payment.succeeded`. */
  public String text() {
    return text;
  }

  public static Optional<EventType> find(String text) {
    return Optional.ofNullable(BY_TEXT.get(text));
  }
}
