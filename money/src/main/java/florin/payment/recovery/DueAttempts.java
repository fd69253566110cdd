package florin.payment.recovery;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Wait;
import florin.payment.store.AttemptStore;
import java.util.List;

/** The handling of an attempt that is due: recovery finds out its outcome, or ends its wait. */
public final class DueAttempts {
  private final AttemptStore store;
  private final Recovery recovery;
  private final Expiry expiry;

  public DueAttempts(AttemptStore store, Recovery recovery, Expiry expiry) {
    this.store = store;
    this.recovery = recovery;
    this.expiry = expiry;
  }

  /** Resolves the attempt. Does nothing if another process has taken it. */
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
   * Asks immediately about the unresolved attempts of a payment, due or not. The demo uses it,
   * because it can't wait for the schedule. Returns false if there was nothing to ask about.
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

  /** Ends a payment's wait for its capture or its payer immediately. */
  public void expireNow(Realm realm, PaymentId payment) {
    store.list(realm, payment).stream()
        .filter(attempt -> attempt.state().due().isPresent())
        .filter(Wait::isOf)
        .forEach(attempt -> resolve(attempt, true));
  }
}
