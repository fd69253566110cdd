package florin.payment.store;

import florin.db.Db;
import florin.db.Write;
import florin.payment.machine.Attempt;
import florin.payment.machine.Move;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Subject;
import florin.payment.machine.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stores of payments, refunds, attempts and declined cards. */
public record Stores(
    PaymentStore payments, RefundStore refunds, AttemptStore attempts, RetryStore retries)
    implements AutoCloseable {
  /** How often a payment and its refund are read before constant changes count as a fault. */
  private static final int MAX_LOOKS = 100;

  public static Stores of(Db db) {
    return new Stores(
        new PaymentStore(db), new RefundStore(db), new AttemptStore(db), new RetryStore(db));
  }

  /**
   * Returns the current subject of the attempt: a payment and its refund of the same moment. One
   * commit changes both, so a refund that is read between two reads of one version of its payment
   * belongs to that version. With another version of the payment, the refund may no longer be
   * reserved or not be counted yet.
   *
   * @throws IllegalStateException if the payment changes between all reads
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
   * Returns the rows of an operation that is about to be requested from a network, or of a refund
   * that was made at the provider and is new to Florin.
   *
   * @param isNew whether the payment is new; a refund always is
   */
  public static List<Write> beginning(
      Transition transition, boolean isNew, Optional<Attempt> attempt) {
    var writes = new ArrayList<Write>();
    transition
        .payment()
        .map(Move::payment)
        .map(payment -> isNew ? PaymentStore.insert(payment) : PaymentStore.update(payment))
        .ifPresent(writes::add);
    transition.refund().map(RefundMove::refund).map(RefundStore::insert).ifPresent(writes::add);
    attempt.map(AttemptStore::insert).ifPresent(writes::add);
    return writes;
  }

  /** Returns the rows of an existing payment and refund that change. */
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
