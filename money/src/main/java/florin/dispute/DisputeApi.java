package florin.dispute;

import florin.core.Id.ConnectorId;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Page;
import florin.core.Realm;
import florin.db.IdTime;
import florin.dispute.Dispute.Status;
import florin.dispute.DisputeFees.DisputeFee;
import florin.dispute.DisputeStore.DisputeFilter;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The endpoints of `/v2/disputes` that read. */
public final class DisputeApi {
  private static final Format<Status> STATUS =
      Format.choice(List.of(Status.values()), Status::text);

  private static final Format<String> CONNECTOR =
      Format.text(
          "must be the id of a connector, or `simulator`",
          "",
          text ->
              text.equals(Dispute.SIMULATOR)
                  ? Optional.of(text)
                  : ConnectorId.KIND.parse(text).map(ConnectorId::text));

  private final DisputeStore store;
  private final DisputeFees fees;

  public DisputeApi(DisputeStore store, DisputeFees fees) {
    this.store = store;
    this.fees = fees;
  }

  public static DisputeId readId(Exchange exchange) {
    return exchange.pathId(DisputeId.KIND);
  }

  public Answer retrieve(Call<DisputeId> call) {
    Realm realm = call.realm();
    return Answer.found(
        call.input(),
        store.find(realm, call.input()),
        dispute -> view(dispute, fees.of(realm, List.of(dispute))));
  }

  private static DisputeView view(Dispute dispute, Map<PaymentId, DisputeFee> fees) {
    return DisputeView.of(dispute, Optional.ofNullable(fees.get(dispute.payment())));
  }

  /** The query of `GET /v2/disputes`. */
  public record ListDisputes(Cursor<DisputeId> cursor, DisputeFilter filter) {}

  public static ListDisputes readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<DisputeId> cursor = Cursor.read(query, DisputeId.KIND);
    Set<Status> statuses = query.optional("status", STATUS).map(Set::of).orElse(Set.of());
    Optional<PaymentId> payment = query.optional("payment", Format.id(PaymentId.KIND));
    Optional<String> connector = query.optional("connector", CONNECTOR);
    IdTime.Span dueBy = query.bounds("due_by", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    IdTime.Span created = query.bounds("created", Range.UNIX_TIME).map(IdTime.Span::ofSeconds);
    return query.build(() ->
        new ListDisputes(
            cursor,
            new DisputeFilter(statuses, Optional.empty(), payment, connector, dueBy, created)));
  }

  public Answer list(Call<ListDisputes> call) {
    Realm realm = call.realm();
    Page<Dispute> page =
        store.list(
            realm,
            call.input().filter(),
            call.input().cursor().page(id -> store.find(realm, id).isPresent()));
    Map<PaymentId, DisputeFee> booked = fees.of(realm, page.data());
    return Answer.list("/v2/disputes", page, dispute -> view(dispute, booked));
  }
}
