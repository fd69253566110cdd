package florin.bank.ordering;

import florin.bank.ordering.BankOrder.OrderStatus;
import florin.core.Currency;
import florin.core.Id.BankOrderId;
import florin.core.Id.ReceivingAccountId;
import java.time.Instant;

/** An order file as the interface shows it, field by field. */
public record BankOrderView(
    BankOrderId id,
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
  static BankOrderView of(BankOrder order) {
    return new BankOrderView(
        order.id(),
        "bank_order",
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
