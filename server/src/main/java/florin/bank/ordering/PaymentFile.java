package florin.bank.ordering;

import florin.core.Id.PaymentFileId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * Transfers that a merchant's bank is asked to make, in one file. The file was sealed and named
 * before anybody had it, and never changes.
 *
 * @param version raised by every change
 * @param account from which they go
 * @param transfers how many it asks for
 * @param total of them
 * @param open how many of them the bank has not booked, and no other file has
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
  /** How many transfers a file has at most: what waits beyond that goes into the next. */
  public static final int MAX_TRANSFERS = 1_000;

  /** How it stands. */
  public enum OrderStatus {
    /** The bank has not booked all of it. */
    OPEN,
    /** The bank has booked all of it. */
    COMPLETED,
    /** A person has said that the bank does not carry it out. */
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

  /** By which the bank knows the file: unique for ever, 35 characters at most. */
  public String messageId() {
    return id.text().replace("_", "").toUpperCase(Locale.ROOT);
  }

  /** Under which it is given out. */
  public String fileName() {
    return "florin-" + id.text() + ".xml";
  }

  PaymentFile asRejected() {
    return new PaymentFile(realm, id, version + 1, true, account, transfers, total, 0, created);
  }
}
