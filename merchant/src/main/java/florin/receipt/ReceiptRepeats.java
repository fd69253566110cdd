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

/** Receipts that a person mails again, to the same address or another. */
public final class ReceiptRepeats {
  /** The limit for one payment, which the column's CHECK constraint enforces too. */
  static final int MAX_REPEATS = 10;

  static final Duration PAUSE = Duration.ofMinutes(1);

  private final ReceiptMailStore store;
  private final boolean isOn;
  private final InstantSource clock;

  /**
   * The state of the email with a receipt.
   *
   * @param status `waiting`, `sent`, `refused` or `given_up`
   * @param completed when it was sent, or given up
   * @param repeats how often a person has sent it again
   */
  public record ReceiptMail(
      String recipient, String status, Optional<Instant> completed, int repeats) {}

  /**
   * Creates the service.
   *
   * @param isOn whether there is a mail server
   */
  public ReceiptRepeats(Db db, boolean isOn, InstantSource clock) {
    this.store = new ReceiptMailStore(db);
    this.isOn = isOn;
    this.clock = clock;
  }

  /** Returns whether a receipt of the payment can be mailed at all. */
  public boolean isPossible(Payment payment) {
    return isOn && payment.hasReceipt();
  }

  public Optional<ReceiptMail> find(Payment payment) {
    return store.find(payment.realm(), payment.id());
  }

  /** Enqueues the mail before it returns. */
  public void send(Payment payment, String recipient) {
    if (!isPossible(payment)) {
      throw refused("This payment has no receipt. Nothing was sent.");
    }
    Instant now = clock.instant();
    if (!store.repeat(payment, recipient, now, now.minus(PAUSE), MAX_REPEATS)) {
      throw refused(
          find(payment).filter(mail -> mail.repeats() >= MAX_REPEATS).isPresent()
              ? "The receipt of this payment was already sent %d times, which is the limit. Nothing was sent."
                  .formatted(MAX_REPEATS)
              : "A receipt of this payment is being sent, or was sent less than a minute ago. Wait a minute; nothing was sent.");
    }
  }

  private static Refusal refused(String why) {
    return new Problem.BadRequest(ErrorCode.BAD_REQUEST, why).refusal();
  }
}
