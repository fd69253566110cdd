package florin.bank.matching;

import florin.bank.matching.UnappliedFunds.Kind;
import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is told of money that no payment has, in the changeset that moves it. Each version of a
 * holding is told of once, so that its version counts its events.
 */
final class HoldingEvents {
  private final IdSource ids;

  HoldingEvents(IdSource ids) {
    this.ids = ids;
  }

  /** Its row, which is new, and what tells of it. */
  List<Write> creating(UnappliedFunds holding, Instant now) {
    return List.of(
        HoldingStore.insert(holding), EventLog.append(of(holding, Optional.empty(), now)));
  }

  /** Its row, which has changed by what a bank says, and what tells of it. */
  List<Write> changing(UnappliedFunds holding, Instant now) {
    return List.of(
        HoldingStore.update(holding), EventLog.append(of(holding, Optional.empty(), now)));
  }

  /**
   * @param holding as it is then
   */
  Event of(UnappliedFunds holding, Optional<Cause> cause, Instant now) {
    return new Event(
        holding.realm(),
        new EventId(ids.next()),
        type(holding),
        holding.id(),
        holding.version(),
        HoldingView.text(holding),
        cause,
        now);
  }

  private static EventType type(UnappliedFunds holding) {
    boolean isNew = holding.version() == UnappliedFunds.FIRST_VERSION;
    return holding.kind() == Kind.CREDIT
        ? isNew ? EventType.CUSTOMER_CREDIT_CREATED : EventType.CUSTOMER_CREDIT_UPDATED
        : isNew ? EventType.UNMATCHED_TRANSFER_CREATED : EventType.UNMATCHED_TRANSFER_UPDATED;
  }
}
