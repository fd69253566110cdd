package florin.bank.outgoing;

import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * A file of transfers that a merchant's bank is asked to make. The file was encrypted and named
 * before anyone could download it, and never changes.
 *
 * @param version raised by every change
 * @param account the account that sends the transfers
 * @param transfers the number of transfers
 * @param total the sum of the transfers
 * @param open the number of transfers that the bank has not booked and no other file contains
 */
public record PaymentFile(
    Realm realm,
    PaymentFileId id,
    int version,
    boolean rejected,
    ReceivingAccountId account,
    int transfers,
    Money total,
    int open,
    Instant created) {
  /** The most transfers of a file; others wait for the next file. */
  public static final int MAX_TRANSFERS = 1_000;

  /** The state of a payment file. */
  public enum OrderStatus {
    /** The bank has not booked all transfers. */
    OPEN,
    /** The bank has booked all transfers. */
    COMPLETED,
    /** A person has declared that the bank does not execute it. */
    REJECTED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public OrderStatus status() {
    if (rejected) {
      return OrderStatus.REJECTED;
    }
    return open > 0 ? OrderStatus.OPEN : OrderStatus.COMPLETED;
  }

  /** Returns the message id, which is never used again and has at most 35 characters. */
  public String messageId() {
    return id.text().replace("_", "").toUpperCase(Locale.ROOT);
  }

  /** Returns the name of the download. */
  public String fileName() {
    return "florin-" + id.text() + ".xml";
  }

  public PaymentFile asRejected() {
    return new PaymentFile(realm, id, version + 1, true, account, transfers, total, 0, created);
  }
}
