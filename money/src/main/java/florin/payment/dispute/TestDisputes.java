package florin.payment.dispute;

import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.ErrorCode;
import florin.core.Id.DisputeId;
import florin.core.Problem;
import florin.core.Realm;
import florin.dispute.Dispute;
import florin.dispute.DisputeStore;
import florin.dispute.DisputeView;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.dispute.DisputeChanges.Changed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Decides disputes of the simulator on request, in test mode. */
public final class TestDisputes {
  private final DisputeStore store;
  private final DisputeChanges changes;
  private final IdempotentCommand once;
  private final InstantSource clock;

  public TestDisputes(
      DisputeStore store, DisputeChanges changes, IdempotentCommand once, InstantSource clock) {
    this.store = store;
    this.changes = changes;
    this.once = once;
    this.clock = clock;
  }

  /** Returns whether a dispute can be decided on request. */
  public static boolean canDecide(Dispute dispute) {
    return !dispute.realm().isLive() && dispute.isSimulated();
  }

  /**
   * Decides a dispute.
   *
   * @param status {@link DisputeStatus#WON} or {@link DisputeStatus#LOST}
   */
  public Result<Dispute> decide(Realm realm, DisputeId id, DisputeStatus status, Origin origin) {
    if (realm.isLive()) {
      throw new Problem.Forbidden(
              ErrorCode.TEST_MODE_ONLY,
              "Only the simulator of test mode decides disputes on request. Use a test key; nothing was changed.")
          .refusal();
    }
    return once.run(realm, origin, () -> deciding(realm, id, status, origin));
  }

  private Decision<Dispute> deciding(
      Realm realm, DisputeId id, DisputeStatus status, Origin origin) {
    Dispute before = store.find(realm, id).orElseThrow(id::notFound);
    if (!canDecide(before)) {
      throw new Problem.BadRequest(
              ErrorCode.DISPUTE_UNEXPECTED_STATE,
              "The provider decides this dispute. Only disputes of the simulator can be decided on request; nothing was changed.")
          .refusal();
    }
    Instant now = clock.instant();
    ProviderDispute said = before.reported();
    Changed changed =
        changes.reported(
            before,
            new ProviderDispute(said.id(), status, said.amount(), said.reason(), said.dueBy()),
            Optional.of(origin.cause()),
            now);
    return Decision.untold(id.uuid(), changed.dispute(), changed.writes(), DisputeView::of);
  }
}
