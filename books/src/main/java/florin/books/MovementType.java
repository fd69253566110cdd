package florin.books;

import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.UnmatchedTransferId;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/** The types of movements, with the kind of object whose money moves. */
enum MovementType {
  /** A capture, or a bank transfer for a payment. The bank may take a transfer back. */
  PAYMENT(PaymentId::new),
  REFUND(RefundId::new),
  /** A refund that had succeeded came back. */
  REFUND_FAILURE(RefundId::new),
  /** Money is held during a dispute, or released after it. */
  DISPUTE(PaymentId::new),
  /** A dispute was lost, or its loss was undone. */
  DISPUTE_LOSS(PaymentId::new),
  CUSTOMER_CREDIT(CustomerCreditId::new),
  UNMATCHED_TRANSFER(UnmatchedTransferId::new);

  private final Function<UUID, Id> object;

  MovementType(Function<UUID, Id> object) {
    this.object = object;
  }

  /** Returns the text in SQL and JSON. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MovementType of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Returns the id of the object whose money moves. */
  Id object(UUID id) {
    return object.apply(id);
  }
}
