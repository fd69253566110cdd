package florin.connector.bank;

import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Checks;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.Outcome;
import florin.connector.RiskLevel;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The refunds of the bank transfer connector. A refund's destination is recorded when it begins. It
 * is carried out when the bank has booked the order in a payment file.
 */
final class OutgoingRefunds {
  private final OutgoingTransferStore store;
  private final GroupCommit commits;
  private final InstantSource clock;

  OutgoingRefunds(OutgoingTransferStore store, GroupCommit commits, InstantSource clock) {
    this.store = store;
    this.commits = commits;
    this.clock = clock;
  }

  /** Puts the refund in the queue for the next payment file. A repetition has no further effect. */
  Outcome order(FollowUp request, Deadline deadline) {
    AttemptId attempt = request.reference().id();
    while (!deadline.hasPassed()) {
      Optional<OutgoingTransfer> found = store.find(request.realm(), attempt.uuid());
      if (found.isEmpty() || !found.get().amount().equals(request.amount())) {
        return Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED);
      }
      Optional<Outcome> known = outcome(found.get());
      if (known.isPresent()) {
        return known.get();
      }
      if (commit(found.get().waiting(clock.instant()))) {
        return new Outcome.Pending();
      }
    }
    return new Outcome.Unknown("not written before the deadline");
  }

  /**
   * Returns the outcome, and closes a refund that was begun and left. One that provably never
   * arrived must not arrive later.
   */
  Inquiry inquire(InquiryRequest request, Deadline deadline) {
    AttemptId attempt = request.reference().id();
    while (!deadline.hasPassed()) {
      Optional<OutgoingTransfer> found = store.find(request.realm(), attempt.uuid());
      if (found.isEmpty() || found.get().state() == OutgoingTransfer.TransferState.CLOSED) {
        return new Inquiry.Absent();
      }
      Optional<Outcome> known = outcome(found.get());
      if (known.isPresent()) {
        return new Inquiry.Found(known.get());
      }
      if (commit(found.get().closed())) {
        return new Inquiry.Absent();
      }
    }
    return new Inquiry.Unreachable("not written before the deadline");
  }

  /** Returns the outcome; empty if it is not waiting for a payment file yet. */
  private static Optional<Outcome> outcome(OutgoingTransfer transfer) {
    return switch (transfer.state()) {
      case BEGUN -> Optional.empty();
      case WAITING, ORDERED, OTHER_AMOUNT -> Optional.of(new Outcome.Pending());
      case BOOKED -> Optional.of(approved(transfer));
      case RETURNED, DECLARED, CLOSED ->
          Optional.of(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    };
  }

  private static Outcome approved(OutgoingTransfer transfer) {
    return new Outcome.Approved(
        transfer.endToEndId(),
        Optional.empty(),
        Optional.empty(),
        transfer.amount(),
        Checks.NONE,
        RiskLevel.NORMAL,
        Optional.empty());
  }

  /** Commits the change. Returns false, with nothing written, if another process was faster. */
  private boolean commit(OutgoingTransfer after) {
    return switch (commits.commit(Changeset.of(OutgoingTransferStore.update(after)))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the book of transfers does not hold that: " + rejected);
    };
  }
}
