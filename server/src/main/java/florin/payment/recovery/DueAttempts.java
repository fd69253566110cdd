package florin.payment.recovery;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Wait;
import florin.payment.store.AttemptStore;
import java.util.List;

/** What is done with an attempt that is due: its outcome is found out, or its wait is over. */
public final class DueAttempts {
  private final AttemptStore store;
  private final Recovery recovery;
  private final Expiry expiry;

  public DueAttempts(AttemptStore store, Recovery recovery, Expiry expiry) {
    this.store = store;
    this.recovery = recovery;
    this.expiry = expiry;
  }

  /** Nothing, when somebody else was faster. */
  void resolve(Attempt attempt) {
    resolve(attempt, false);
  }

  private void resolve(Attempt attempt, boolean isOver) {
    recovery
        .take(attempt)
        .ifPresent(taken -> {
          if (Wait.isOf(taken)) {
            expiry.look(taken, isOver);
          } else {
            recovery.resolve(taken, attempt.state().owner().equals(Owner.NOBODY));
          }
        });
  }

  /**
   * Asks at once, due or not, about what is not known for good of a payment: for whoever writes
   * history, in which nobody waits. False when there was nothing to ask about.
   */
  public boolean resolveNow(Realm realm, PaymentId payment) {
    List<Attempt> unresolved =
        store.list(realm, payment).stream()
            .filter(attempt -> attempt.state().due().isPresent())
            .filter(attempt -> !Wait.isOf(attempt))
            .toList();
    unresolved.forEach(this::resolve);
    return !unresolved.isEmpty();
  }

  /** Ends the wait of a payment for its capture, or for its payer, at once. */
  public void expireNow(Realm realm, PaymentId payment) {
    store.list(realm, payment).stream()
        .filter(attempt -> attempt.state().due().isPresent())
        .filter(Wait::isOf)
        .forEach(attempt -> resolve(attempt, true));
  }
}
