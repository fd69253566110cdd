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
  public static Stores of(Db db) {
    return new Stores(
        new PaymentStore(db), new RefundStore(db), new AttemptStore(db), new DraftStore(db));
  }

  /** What the attempt is about, as it is now. */
  public Subject subjectOf(Attempt attempt) {
    // The refund first: with it read, its payment can only be newer.
    Optional<Refund> refund = attempt.refund().map(id -> refunds.get(attempt.realm(), id));
    return new Subject(payments.get(attempt.realm(), attempt.payment()), refund);
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
