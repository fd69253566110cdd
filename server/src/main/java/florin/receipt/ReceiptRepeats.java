package florin.receipt;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.db.Db;
import florin.payment.machine.Payment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** A receipt that a person has mailed once more, to the same address or another. */
public final class ReceiptRepeats {
  /** Of one payment. The column's CHECK says the same. */
  static final int MAX_REPEATS = 10;

  static final Duration PAUSE = Duration.ofMinutes(1);

  private final ReceiptMailStore store;
  private final boolean isOn;
  private final InstantSource clock;

  /**
   * @param isOn whether there is a mail server
   */
  public ReceiptRepeats(Db db, boolean isOn, InstantSource clock) {
    this.store = new ReceiptMailStore(db);
    this.isOn = isOn;
    this.clock = clock;
  }

  /** Whether a receipt of the payment can be mailed at all. */
  public boolean isPossible(Payment payment) {
    return isOn && payment.hasReceipt();
  }

  public Optional<ReceiptMail> find(Payment payment) {
    return store.find(payment.realm(), payment.id());
  }

  /** Has it sent: it is on its way when this returns. */
  public void send(Payment payment, String recipient) {
    if (!isPossible(payment)) {
      throw refused("No receipt can be mailed of this payment.");
    }
    Instant now = clock.instant();
    if (!store.repeat(payment, recipient, now, now.minus(PAUSE), MAX_REPEATS)) {
      throw refused(
          find(payment).filter(mail -> mail.repeats() >= MAX_REPEATS).isPresent()
              ? "The receipt of this payment was sent %d times already.".formatted(MAX_REPEATS)
              : "A receipt of this payment is on its way, or was sent less than a minute ago.");
    }
  }

  private static Refusal refused(String why) {
    return new Problem.BadRequest(ErrorCode.BAD_REQUEST, why).refusal();
  }
}
