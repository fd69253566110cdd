package florin.bank.account;

import florin.bank.CreditorReference;
import florin.core.Id.AttemptId;
import florin.core.Id.ReceivingAccountId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;

/**
 * Money that a payer was told to send, and what of it has come.
 *
 * @param attempt the authorisation, which waits for it
 * @param version raised by every change
 * @param payee to whom, and under what name, the payer sends it
 * @param received at most the amount: what is more, or comes when it is closed, is a credit
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
   * @param reference what the payer names, by which it is known when it comes
   */
  public record Payee(CreditorReference reference, ReceivingAccountId account) {}

  /** From when until when it is waited for. */
  public record WaitPeriod(Instant created, Instant expires) {}

  /** Whether it is still waited for. */
  public enum State {
    OPEN,
    /** All of it has come, for good: what is taken back later is a refund. */
    PAID,
    /** Nothing that comes any more is for its payment. */
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

  /** What is still to come. */
  public Money outstanding() {
    return amount.minus(received);
  }

  /**
   * The same, after more has come or some was taken back: paid once all is there.
   *
   * @param total of all that has come, at most the amount
   */
  public ExpectedTransfer received(Money total) {
    requireOpen();
    State next = total.equals(amount) ? State.PAID : State.OPEN;
    return new ExpectedTransfer(realm, attempt, version + 1, next, payee, amount, total, period);
  }

  /** Nothing that comes any more is for its payment. */
  public ExpectedTransfer closed() {
    requireOpen();
    return new ExpectedTransfer(
        realm, attempt, version + 1, State.CLOSED, payee, amount, received, period);
  }

  /** The same, after money that had come before it was closed went to a credit. */
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
