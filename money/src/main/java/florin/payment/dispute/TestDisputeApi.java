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
import florin.http.Answer;
import florin.http.Call;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.ResultView;
import florin.payment.dispute.DisputeChanges.Changed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The endpoints of test mode that decide disputes of the simulator. */
public final class TestDisputeApi {
  /** The connector of test mode, whose network decides disputes on request. */
  private static final String SIMULATOR = "simulator";

  private final DisputeStore store;
  private final DisputeChanges changes;
  private final IdempotentCommand once;
  private final InstantSource clock;

  public TestDisputeApi(
      DisputeStore store, DisputeChanges changes, IdempotentCommand once, InstantSource clock) {
    this.store = store;
    this.changes = changes;
    this.once = once;
    this.clock = clock;
  }

  public Answer win(Call<DisputeId> call) {
    return decide(call, DisputeStatus.WON);
  }

  public Answer lose(Call<DisputeId> call) {
    return decide(call, DisputeStatus.LOST);
  }

  private Answer decide(Call<DisputeId> call, DisputeStatus status) {
    Realm realm = call.realm();
    if (realm.isLive()) {
      throw new Problem.Forbidden(
              ErrorCode.TEST_MODE_ONLY,
              "Only the simulator of test mode decides disputes on request. Use a test key; nothing was changed.")
          .refusal();
    }
    Origin origin = ResultView.origin(call);
    return ResultView.of(
        once.run(realm, origin, () -> deciding(realm, call.input(), status, origin)),
        DisputeView::of);
  }

  private Decision<Dispute> deciding(
      Realm realm, DisputeId id, DisputeStatus status, Origin origin) {
    Dispute before = store.find(realm, id).orElseThrow(id::notFound);
    if (!before.connector().kind().equals(SIMULATOR)) {
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
