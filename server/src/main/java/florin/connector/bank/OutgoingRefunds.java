package florin.connector.bank;

import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.Checks;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.InquiryRequest;
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
 * Refunds as the connector of bank transfers sees them: to whom one goes was written down when it
 * was begun, and it is carried out when the bank has booked what a payment file asks for.
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

  /** It goes into the next payment file; once, however often that is said. */
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

  /** What was begun and left is closed: what provably never arrived shall not. */
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

  /** Empty where it is not written down for a file yet. */
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

  /** False when somebody else was faster; then nothing was written. */
  private boolean commit(OutgoingTransfer after) {
    return switch (commits.commit(Changeset.of(OutgoingTransferStore.update(after)))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the book of transfers does not hold that: " + rejected);
    };
  }
}
