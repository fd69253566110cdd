package florin.payment.dispute;

import florin.account.KeyAudit;
import florin.core.Id.DisputeId;
import florin.core.Realm;
import florin.dispute.Dispute;
import florin.dispute.DisputeView;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.ResultView;

/** The endpoints that respond to a dispute. */
public final class DisputeResponseApi {
  private final DisputeResponses responses;
  private final KeyAudit audit;

  public DisputeResponseApi(DisputeResponses responses, KeyAudit audit) {
    this.responses = responses;
    this.audit = audit;
  }

  /** The path of a response, and the address of the caller. */
  public record Respond(DisputeId dispute, String address) {}

  public static Respond read(Exchange exchange) {
    return new Respond(exchange.pathId(DisputeId.KIND), exchange.nearestAddress());
  }

  public Answer submit(Call<Respond> call) {
    return respond(call, "evidence.submit", responses::submit);
  }

  public Answer accept(Call<Respond> call) {
    return respond(call, "dispute.accept", responses::accept);
  }

  /** Sends a response. */
  @FunctionalInterface
  private interface Command {
    Result<Dispute> send(Realm realm, DisputeId id, Origin origin);
  }

  private Answer respond(Call<Respond> call, String action, Command command) {
    Respond input = call.input();
    Origin origin = ResultView.audited(call, audit, input.address(), action, input.dispute(), "");
    return ResultView.of(command.send(call.realm(), input.dispute(), origin), DisputeView::of);
  }
}
