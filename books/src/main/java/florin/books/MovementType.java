package florin.books;

import florin.core.Id;
import florin.core.Id.CustomerCreditId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.RefundId;
import florin.core.Id.SettlementLineId;
import florin.core.Id.UnmatchedTransferId;
import java.util.Locale;
import java.util.UUID;

/** The types of movements, with the kind of object whose money moves. */
public enum MovementType {
  /** A capture, or a bank transfer for a payment. The bank may take a transfer back. */
  PAYMENT,
  REFUND,
  /** A refund that had succeeded came back. */
  REFUND_FAILURE,
  /** Money is held during a dispute, or released after it. */
  DISPUTE,
  /** A dispute was lost, or its loss was undone. */
  DISPUTE_LOSS,
  CUSTOMER_CREDIT,
  UNMATCHED_TRANSFER,
  /** The net amount of a settlement line becomes available. */
  SETTLEMENT,
  /** The fee of a settlement line. */
  PROCESSING_FEE,
  /** The provider converted money. */
  CONVERSION,
  /** A fee that belongs to no payment. */
  FEE,
  /** Money is held back, or released. */
  RESERVE,
  /** The provider moved money for another reason. */
  ADJUSTMENT,
  /** The provider reports a payment, refund or dispute that Florin does not know. */
  UNEXPLAINED,
  PAYOUT,
  PAYOUT_FAILURE,
  /** A payout arrived at the bank, or was taken back by it. */
  PAYOUT_ARRIVAL;

  /** Returns the text in SQL and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MovementType of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** Returns the id of the object whose money moves. */
  Id object(UUID id) {
    return switch (this) {
      case PAYMENT, DISPUTE, DISPUTE_LOSS -> new PaymentId(id);
      case REFUND, REFUND_FAILURE -> new RefundId(id);
      case CUSTOMER_CREDIT -> new CustomerCreditId(id);
      case UNMATCHED_TRANSFER -> new UnmatchedTransferId(id);
      case SETTLEMENT, PROCESSING_FEE, CONVERSION, FEE, RESERVE, ADJUSTMENT, UNEXPLAINED ->
          new SettlementLineId(id);
      case PAYOUT, PAYOUT_FAILURE, PAYOUT_ARRIVAL -> new PayoutId(id);
    };
  }
}
