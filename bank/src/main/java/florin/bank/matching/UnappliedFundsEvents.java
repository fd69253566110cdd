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
 * The events of unapplied funds, in the changeset that moves the money. Each version has exactly
 * one event, so the version also counts the events.
 */
final class UnappliedFundsEvents {
  private final IdSource ids;

  UnappliedFundsEvents(IdSource ids) {
    this.ids = ids;
  }

  /** Returns the insert of new unapplied funds, and their event. */
  List<Write> creating(UnappliedFunds holding, Instant now) {
    return List.of(
        UnappliedFundsStore.insert(holding), EventLog.append(of(holding, Optional.empty(), now)));
  }

  /** Returns the update of unapplied funds after a bank entry, and its event. */
  List<Write> changing(UnappliedFunds holding, Instant now) {
    return List.of(
        UnappliedFundsStore.update(holding), EventLog.append(of(holding, Optional.empty(), now)));
  }

  /**
   * Returns an event.
   *
   * @param holding the state after the change
   */
  Event of(UnappliedFunds holding, Optional<Cause> cause, Instant now) {
    return new Event(
        holding.realm(),
        new EventId(ids.next()),
        type(holding),
        holding.id(),
        holding.version(),
        UnappliedFundsView.text(holding),
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
