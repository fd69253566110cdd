package florin.payment.dispute;

import florin.core.Id.DisputeId;
import florin.dispute.DisputeView;
import florin.http.Answer;
import florin.http.Call;
import florin.idempotency.ResultView;

/** The endpoints that respond to a dispute. */
public final class DisputeResponseApi {
  private final DisputeResponses responses;

  public DisputeResponseApi(DisputeResponses responses) {
    this.responses = responses;
  }

  public Answer submit(Call<DisputeId> call) {
    return ResultView.of(
        responses.submit(call.realm(), call.input(), ResultView.origin(call)), DisputeView::of);
  }

  public Answer accept(Call<DisputeId> call) {
    return ResultView.of(
        responses.accept(call.realm(), call.input(), ResultView.origin(call)), DisputeView::of);
  }
}
