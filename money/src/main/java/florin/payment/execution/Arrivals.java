package florin.payment.execution;

import florin.connector.Outcome;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.instrument.Instrument;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.RefundMachine.PartPaid;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The writes for money that arrives, or is taken back, without a request to a network. The caller
 * holds the proof of it, a bank entry for example. Nothing is committed here, so that the proof and
 * the payment become durable in one commit. Each write is guarded by the version that was read. If
 * a guard does not hold, the caller must decide anew.
 */
public final class Arrivals {
  private final Stores stores;
  private final Attempts attempts;
  private final OperationEvents events;

  public Arrivals(Stores stores, Attempts attempts, OperationEvents events) {
    this.stores = stores;
    this.attempts = attempts;
    this.events = events;
  }

  /**
   * Returns the writes that complete a payment which waits for its payer. They record the same
   * attempts as for a payer who has acted.
   *
   * @param authorization the authorization that waits
   * @param paid the instrument, as far as it is known
   */
  public List<Write> succeed(
      Payment payment,
      Attempt authorization,
      Instrument paid,
      Outcome.Approved approved,
      Instant now) {
    Transition next = Transition.of(PaymentMachine.arrived(payment, paid, approved, now));
    var writes = new ArrayList<>(Stores.updates(next));
    writes.add(AttemptStore.update(authorization.watched(Optional.empty())));
    writes.add(AttemptStore.insert(resumed(payment, authorization, approved, now)));
    writes.addAll(events.of(next, Optional.empty(), now).writes());
    return writes;
  }

  /** Returns the writes for a payment that still waits, with the part that has arrived so far. */
  public List<Write> waitOn(Payment payment, Instrument paid, Instant now) {
    Transition next = Transition.of(PaymentMachine.partlyArrived(payment, paid));
    var writes = new ArrayList<>(Stores.updates(next));
    writes.addAll(events.of(next, Optional.empty(), now).writes());
    return writes;
  }

  /** Returns the writes for a refund that the bank has carried out. */
  public List<Write> refundBooked(
      Payment payment, Refund refund, Outcome.Approved approved, Instant now) {
    return refundResolved(
        payment,
        refund,
        RefundMachine.resolved(payment, refund, approved),
        Progress.APPROVED,
        Optional.of(approved.connectorReference()),
        now);
  }

  /** Returns the writes for a refund that was sent and came back. */
  public List<Write> refundReturned(Payment payment, Refund refund, Instant now) {
    return refundResolved(
        payment,
        refund,
        RefundMachine.returned(payment, refund),
        Progress.DECLINED,
        Optional.empty(),
        now);
  }

  /**
   * Returns the writes for a refund for which the bank paid another amount, none of which the payer
   * received.
   */
  public List<Write> refundNotPaid(Payment payment, Refund refund, Instant now) {
    return refundResolved(
        payment,
        refund,
        RefundMachine.notPaid(payment, refund),
        Progress.DECLINED,
        Optional.empty(),
        now);
  }

  /**
   * Returns the writes for a refund for which the bank paid less than requested, and the payer
   * received that.
   *
   * @param paidId the id of the separate refund of the paid amount
   * @param paid less than the requested amount
   */
  public List<Write> refundPartPaid(
      Payment payment, Refund refund, RefundId paidId, Money paid, Instant now) {
    PartPaid both = RefundMachine.partPaid(payment, refund, paidId, paid, now);
    var writes =
        new ArrayList<>(
            refundResolved(
                payment, refund, both.asked(), Progress.DECLINED, Optional.empty(), now));
    Transition made = Transition.of(payment, both.paid());
    writes.addAll(Stores.beginning(made, false, Optional.empty()));
    writes.addAll(events.of(made, Optional.empty(), now).writes());
    return writes;
  }

  /**
   * Returns the writes for a refund for which the bank booked another amount. It stays open, and
   * the operator must ask the bank.
   */
  public List<Write> refundOfOtherAmount(Refund refund, Money booked, Instant now) {
    Attempt attempt = stores.attempts().getOf(refund);
    return List.of(
        AttemptStore.update(
            attempt.approvedFor(booked, Progress.PENDING, attempts.nextInquiry(attempt))));
  }

  /**
   * Returns the writes for a resolved refund. If an idempotency key still waits for a response,
   * they include it; the first recorded response is kept.
   */
  private List<Write> refundResolved(
      Payment payment,
      Refund refund,
      RefundMove move,
      Progress as,
      Optional<String> connectorReference,
      Instant now) {
    Attempt attempt = stores.attempts().getOf(refund);
    Transition next = Transition.of(payment, move);
    Announcements told = events.of(next, Optional.empty(), now);
    var completion =
        new Completion(
            Resolution.INQUIRY, Optional.empty(), Optional.empty(), connectorReference, now);
    var writes = new ArrayList<>(Stores.updates(next));
    writes.add(AttemptStore.update(attempt.resolved(as, completion, Optional.empty())));
    writes.addAll(told.writes());
    if (attempt.idempotency().isPresent() && attempt.request().isPresent()) {
      writes.add(
          Idempotency.answer(
              new Idempotency.RecordKey(attempt.realm(), attempt.idempotency().get()),
              payment.id().uuid(),
              events.kept(next, told, attempt.request().get())));
    }
    return writes;
  }

  private Attempt resumed(
      Payment payment, Attempt authorization, Outcome.Approved approved, Instant now) {
    var completion =
        new Completion(
            Resolution.INQUIRY,
            approved.responseCode(),
            approved.networkTransactionId(),
            Optional.of(approved.connectorReference()),
            now);
    return attempts
        .begin(
            authorization,
            Operation.RESUME,
            Optional.empty(),
            payment.terms().amount(),
            Optional.empty(),
            Optional.empty(),
            now)
        .resolved(Progress.APPROVED, completion, Optional.empty());
  }

  /**
   * Returns the writes for money that is taken back from a payment that has succeeded. It becomes a
   * refund that no caller requested.
   *
   * @param amount at most what is left of the payment
   */
  public List<Write> takeBack(Payment payment, RefundId refund, Money amount, Instant now) {
    Transition next = Transition.of(payment, RefundMachine.takenBack(payment, refund, amount, now));
    var writes = new ArrayList<>(Stores.beginning(next, false, Optional.empty()));
    writes.addAll(events.of(next, Optional.empty(), now).writes());
    return writes;
  }
}
