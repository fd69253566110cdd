package florin.payment.dispute;

import florin.connector.ProviderDispute;
import florin.db.Write;
import florin.dispute.Dispute;
import florin.dispute.Dispute.Response;
import florin.dispute.DisputeMachine.DisputeMove;
import florin.dispute.DisputeStore;
import florin.dispute.Disputes;
import florin.dispute.Disputes.Reported;
import florin.event.Event.Cause;
import florin.payment.execution.OperationEvents;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Transition;
import florin.payment.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The writes of a dispute that changes, together with its payment. Each is guarded by the version
 * that was read, so a caller whose commit is refused must decide anew.
 */
public final class DisputeChanges {
  private final Stores stores;
  private final Disputes disputes;
  private final OperationEvents events;

  public DisputeChanges(Stores stores, Disputes disputes, OperationEvents events) {
    this.stores = stores;
    this.disputes = disputes;
    this.events = events;
  }

  /**
   * A dispute after a change.
   *
   * @param writes for its changeset; empty if nothing has changed
   */
  public record Changed(Dispute dispute, List<Write> writes) {
    public Changed {
      writes = List.copyOf(writes);
    }
  }

  /** Applies the state that the provider reports. */
  public Changed reported(
      Dispute before, ProviderDispute report, Optional<Cause> cause, Instant now) {
    Payment payment = stores.payments().get(before.realm(), before.payment());
    Reported reported =
        disputes.reported(
            before.realm(), before.payment(), before.connector(), List.of(report), cause, now);
    return changed(before, payment, reported, cause, now);
  }

  /** Returns the dispute with a response that is about to be sent. */
  public Changed responding(Dispute before, Response response, Cause cause, Instant now) {
    DisputeMove move = disputes.responding(before, response, now);
    return new Changed(move.dispute(), disputes.writes(move, Optional.of(cause), now));
  }

  /**
   * Records the outcome of a response.
   *
   * @param report the provider's; empty if it has none
   */
  public Changed responded(
      Dispute before,
      Response response,
      Optional<ProviderDispute> report,
      Optional<Cause> cause,
      Instant now) {
    return changed(
        before,
        stores.payments().get(before.realm(), before.payment()),
        disputes.responded(before, response, report, cause, now),
        cause,
        now);
  }

  /** Postpones the question whether the provider has a response. */
  public Changed postponed(Dispute before, Response response) {
    Dispute after = disputes.postponed(before, response);
    return new Changed(after, List.of(DisputeStore.update(after)));
  }

  private Changed changed(
      Dispute before, Payment payment, Reported reported, Optional<Cause> cause, Instant now) {
    Dispute after =
        reported.disputes().stream()
            .filter(dispute -> dispute.id().equals(before.id()))
            .findFirst()
            .orElse(before);
    var writes = new ArrayList<>(reported.writes());
    PaymentMachine.disputed(payment, reported.all(), now)
        .map(Transition::of)
        .ifPresent(next -> {
          writes.addAll(Stores.updates(next));
          writes.addAll(events.of(next, cause, now).writes());
        });
    return new Changed(after, writes);
  }
}
