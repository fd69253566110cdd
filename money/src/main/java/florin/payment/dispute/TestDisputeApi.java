package florin.payment.dispute;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.DisputeId;
import florin.dispute.DisputeView;
import florin.http.Answer;
import florin.http.Call;
import florin.idempotency.ResultView;

/** The endpoints of test mode that decide disputes of the simulator. */
public final class TestDisputeApi {
  private final TestDisputes disputes;

  public TestDisputeApi(TestDisputes disputes) {
    this.disputes = disputes;
  }

  public Answer win(Call<DisputeId> call) {
    return decide(call, DisputeStatus.WON);
  }

  public Answer lose(Call<DisputeId> call) {
    return decide(call, DisputeStatus.LOST);
  }

  private Answer decide(Call<DisputeId> call, DisputeStatus status) {
    return ResultView.of(
        disputes.decide(call.realm(), call.input(), status, ResultView.origin(call)),
        DisputeView::of);
  }
}
