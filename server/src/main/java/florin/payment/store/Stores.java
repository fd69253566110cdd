package florin.payment.store;

import florin.db.Db;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Subject;
import florin.payment.machine.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is kept of payments, refunds and attempts. */
public record Stores(
    PaymentStore payments, RefundStore refunds, AttemptStore attempts, DraftStore drafts)
    implements AutoCloseable {
  /** At a payment and its refund, before its changes are taken for a fault. */
  private static final int MAX_LOOKS = 100;

  public static Stores of(Db db) {
    return new Stores(
        new PaymentStore(db), new RefundStore(db), new AttemptStore(db), new DraftStore(db));
  }

  /**
   * What the attempt is about, as it is now: a payment and the refund of the same moment. They move
   * by one commit, so a refund that is read between two looks at one version of its payment belongs
   * to that; of another version it may be reserved there no more, or not be counted yet.
   *
   * @throws IllegalStateException when the payment moves each time that it is looked at
   */
  public Subject subjectOf(Attempt attempt) {
    Payment payment = payments.get(attempt.realm(), attempt.payment());
    if (attempt.refund().isEmpty()) {
      return new Subject(payment, Optional.empty());
    }
    for (int i = 0; i < MAX_LOOKS; i++) {
      Refund refund = refunds.get(attempt.realm(), attempt.refund().get());
      Payment again = payments.get(attempt.realm(), attempt.payment());
      if (again.state().version() == payment.state().version()) {
        return new Subject(again, Optional.of(refund));
      }
      payment = again;
    }
    throw new IllegalStateException(attempt.payment() + " is changed all the time");
  }

  /**
   * The rows of what is about to be asked of a network.
   *
   * @param isNew whether the payment is; a refund always is
   */
  public static List<Write> beginning(
      Transition transition, boolean isNew, Optional<Attempt> attempt) {
    var writes = new ArrayList<Write>();
    Payment payment = transition.after().payment();
    writes.add(isNew ? PaymentStore.insert(payment) : PaymentStore.update(payment));
    transition.refund().map(RefundMove::refund).map(RefundStore::insert).ifPresent(writes::add);
    attempt.map(AttemptStore::insert).ifPresent(writes::add);
    return writes;
  }

  /** Returns the rows of a refund that is new here and was made elsewhere. */
  public static List<Write> learning(Transition transition) {
    var writes = new ArrayList<Write>();
    transition.payment().ifPresent(move -> writes.add(PaymentStore.update(move.payment())));
    transition.refund().map(RefundMove::refund).map(RefundStore::insert).ifPresent(writes::add);
    return writes;
  }

  /** The rows of what is there already and changes. */
  public static List<Write> updates(Transition transition) {
    var writes = new ArrayList<Write>();
    transition.payment().ifPresent(move -> writes.add(PaymentStore.update(move.payment())));
    transition
        .refund()
        .filter(move -> move.event().isPresent())
        .ifPresent(move -> writes.add(RefundStore.update(move.refund())));
    return writes;
  }

  @Override
  public void close() {
    payments.close();
  }
}
