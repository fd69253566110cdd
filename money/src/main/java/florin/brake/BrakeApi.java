package florin.brake;

import florin.brake.Brake.Status;
import florin.brake.BrakeCountStore.Stopped;
import florin.core.Id.BrakeId;
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
import florin.idempotency.Result;
import florin.idempotency.ResultView;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The endpoints of `/v2/brakes`. */
public final class BrakeApi {
  private static final Format<Status> STATUS =
      Format.choice(List.of(Status.values()), Status::text);

  private final BrakeStore store;
  private final BrakeCountStore counts;
  private final Brakes brakes;
  private final IdempotentCommand once;
  private final Function<Realm, ZoneId> zones;
  private final InstantSource clock;

  /**
   * Creates the endpoints.
   *
   * @param zones finds the reporting time zone of an account
   */
  public BrakeApi(
      BrakeStore store,
      BrakeCountStore counts,
      Brakes brakes,
      IdempotentCommand once,
      Function<Realm, ZoneId> zones,
      InstantSource clock) {
    this.store = store;
    this.counts = counts;
    this.brakes = brakes;
    this.once = once;
    this.zones = zones;
    this.clock = clock;
  }

  public static BrakeId readId(Exchange exchange) {
    return exchange.pathId(BrakeId.KIND);
  }

  public Answer retrieve(Call<BrakeId> call) {
    return Answer.found(call.input(), store.find(call.realm(), call.input()), BrakeView::of);
  }

  /** The query of `GET /v2/brakes`. */
  public record ListBrakes(Status status, Cursor<BrakeId> cursor) {}

  public static ListBrakes readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Optional<Status> status = query.optional("status", STATUS);
    Cursor<BrakeId> cursor = Cursor.read(query, BrakeId.KIND);
    return query.build(() -> new ListBrakes(status.orElse(Status.ENGAGED), cursor));
  }

  public Answer list(Call<ListBrakes> call) {
    Realm realm = call.realm();
    Page<Brake> page =
        store.list(
            realm,
            call.input().status(),
            call.input().cursor().page(id -> store.find(realm, id).isPresent()));
    return Answer.list("/v2/brakes", page, BrakeView::of);
  }

  /**
   * What the brakes stopped today.
   *
   * @param isWatched whether the account is watched now
   */
  record SummaryView(
      String object,
      Instant since,
      boolean isWatched,
      List<StoppedView> stopped,
      boolean livemode) {}

  record StoppedView(SubjectKind subject, Step step, long requests, long payers) {
    static StoppedView of(Stopped stopped) {
      return new StoppedView(stopped.kind(), stopped.step(), stopped.requests(), stopped.payers());
    }
  }

  /** The query of `GET /v2/brakes/today`, which has no parameters. */
  public record Today() {}

  public static Today readToday(Exchange exchange) {
    return Params.of(exchange.query()).build(Today::new);
  }

  public Answer today(Call<Today> call) {
    Realm realm = call.realm();
    ZoneId zone = zones.apply(realm);
    Instant since = clock.instant().atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    return Answer.json(
        200,
        new SummaryView(
            "brake_summary",
            since,
            store.findEngaged(realm, SubjectKind.ACCOUNT, "").isPresent(),
            counts.sumSince(realm, since).stream().map(StoppedView::of).toList(),
            realm.isLive()));
  }

  public Answer release(Call<BrakeId> call) {
    Origin origin = ResultView.origin(call);
    return ResultView.of(release(call.realm(), call.input(), origin), BrakeView::of);
  }

  /** Releases a brake, first on this node. The others read it. */
  public Result<Brake> release(Realm realm, BrakeId id, Origin origin) {
    Result<Brake> result =
        once.run(realm, origin, () -> brakes.engagements().releasing(realm, id, origin.cause()));
    if (result instanceof Result.Now<Brake>(Brake brake)) {
      brakes.release(brake);
    }
    return result;
  }
}
