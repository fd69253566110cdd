package florin.mandate;

import florin.core.Id.MandateId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.Realm;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.ResultView;
import java.time.InstantSource;

/** The endpoints of `/v2/mandates`. */
public final class MandateApi {
  private final Mandates mandates;
  private final IdempotentCommand once;
  private final InstantSource clock;

  /**
   * Creates the endpoints.
   *
   * @param clock by which a mandate expires
   */
  public MandateApi(Mandates mandates, IdempotentCommand once, InstantSource clock) {
    this.mandates = mandates;
    this.once = once;
    this.clock = clock;
  }

  public static MandateId readId(Exchange exchange) {
    return exchange.pathId(MandateId.KIND);
  }

  public Answer retrieve(Call<MandateId> call) {
    return Answer.found(call.input(), mandates.find(call.realm(), call.input()), this::view);
  }

  /** The query of `GET /v2/mandates`. */
  public record ListMandates(PaymentMethodId method, Cursor<MandateId> cursor) {}

  public static ListMandates readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    PaymentMethodId method = query.required("payment_method", Format.id(PaymentMethodId.KIND));
    Cursor<MandateId> cursor = Cursor.read(query, MandateId.KIND);
    return query.build(() -> new ListMandates(method, cursor));
  }

  public Answer list(Call<ListMandates> call) {
    Realm realm = call.realm();
    Page<Mandate> page =
        mandates.list(
            realm,
            call.input().method(),
            call.input().cursor().page(id -> mandates.find(realm, id).isPresent()));
    return Answer.list("/v2/mandates", page, this::view);
  }

  public Answer revoke(Call<MandateId> call) {
    Origin origin = ResultView.origin(call);
    return ResultView.of(
        once.run(
            call.realm(),
            origin,
            () -> mandates.revoking(call.realm(), call.input(), origin.cause(), clock.instant())),
        this::view);
  }

  private MandateView view(Mandate mandate) {
    return MandateView.of(mandate, clock.instant());
  }
}
