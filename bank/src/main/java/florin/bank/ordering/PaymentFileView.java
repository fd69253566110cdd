package florin.bank.ordering;

import florin.bank.outgoing.PaymentFile;
import florin.bank.outgoing.PaymentFile.OrderStatus;
import florin.core.Currency;
import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;

/** A payment file as the API shows it, field by field. */
public record PaymentFileView(
    PaymentFileId id,
    String object,
    OrderStatus status,
    ReceivingAccountId receivingAccount,
    int transfers,
    int transfersOpen,
    long amount,
    Currency currency,
    String messageId,
    String fileName,
    Instant created,
    boolean livemode) {
  static PaymentFileView of(PaymentFile order) {
    return new PaymentFileView(
        order.id(),
        "payment_file",
        order.status(),
        order.account(),
        order.transfers(),
        order.open(),
        order.total().minor(),
        order.total().currency(),
        order.messageId(),
        order.fileName(),
        order.created(),
        order.realm().isLive());
  }
}
