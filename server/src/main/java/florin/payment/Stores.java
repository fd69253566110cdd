package florin.payment;

import florin.db.Db;
import java.util.Optional;

/** What is kept of payments, refunds and attempts. */
record Stores(PaymentStore payments, RefundStore refunds, AttemptStore attempts)
    implements AutoCloseable {
  static Stores of(Db db) {
    return new Stores(new PaymentStore(db), new RefundStore(db), new AttemptStore(db));
  }

  /** What the attempt is about, as it is now. */
  Subject subjectOf(Attempt attempt) {
    // The refund first: with it read, its payment can only be newer.
    Optional<Refund> refund = attempt.refund().map(id -> refunds.get(attempt.realm(), id));
    return new Subject(payments.get(attempt.realm(), attempt.payment()), refund);
  }

  @Override
  public void close() {
    payments.close();
  }
}
