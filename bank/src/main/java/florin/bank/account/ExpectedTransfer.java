package florin.bank.account;

import florin.bank.CreditorReference;
import florin.core.Id.AttemptId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * A transfer that a payer was asked to send, and how much of it has arrived.
 *
 * @param attempt the authorization that waits for it
 * @param version raised by every change
 * @param payee the account and the reference that the payer uses
 * @param received at most the amount: money beyond it, or after closing, becomes a customer credit
 */
public record ExpectedTransfer(
    Realm realm,
    AttemptId attempt,
    int version,
    State state,
    Payee payee,
    Money amount,
    Money received,
    WaitPeriod period) {

  /**
   * The destination of the transfer.
   *
   * @param reference the reference that the payer names, which identifies the transfer when it
   *     arrives
   */
  public record Payee(CreditorReference reference, ReceivingAccountId account) {}

  /** The period in which the transfer is expected. */
  public record WaitPeriod(Instant created, Instant expires) {}

  /** The state of the transfer. */
  public enum State {
    OPEN,
    /** All of it has arrived. This is final: money that the bank takes back later is a refund. */
    PAID,
    /** Money that arrives from now on is not applied to the payment. */
    CLOSED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    static State of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public ExpectedTransfer {
    if (received.isMoreThan(amount) || (state == State.PAID) != received.equals(amount)) {
      throw new IllegalArgumentException(
          "%s of %s has come of one that is %s".formatted(received, amount, state));
    }
  }

  public CreditorReference reference() {
    return payee.reference();
  }

  /** Returns the amount that is still missing. */
  public Money outstanding() {
    return amount.minus(received);
  }

  /**
   * Returns this transfer after more money arrived or some was taken back. It is paid once all has
   * arrived.
   *
   * @param total the total that has arrived, at most the amount
   */
  public ExpectedTransfer received(Money total) {
    requireOpen();
    State next = total.equals(amount) ? State.PAID : State.OPEN;
    return new ExpectedTransfer(realm, attempt, version + 1, next, payee, amount, total, period);
  }

  /** Returns this transfer as closed: later money is not applied to its payment. */
  public ExpectedTransfer closed() {
    requireOpen();
    return new ExpectedTransfer(
        realm, attempt, version + 1, State.CLOSED, payee, amount, received, period);
  }

  /**
   * Returns this closed transfer after money that arrived before it closed moved to an unapplied
   * credit.
   */
  public ExpectedTransfer released(Money part) {
    if (state != State.CLOSED) {
      throw new IllegalStateException("it is " + state);
    }
    return new ExpectedTransfer(
        realm, attempt, version + 1, state, payee, amount, received.minus(part), period);
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException("it is " + state);
    }
  }
}
