package florin.keys;

import florin.account.Accounts;
import florin.account.Accounts.NewKey;
import florin.account.ApiKey;
import florin.account.KeyAudit.By;
import florin.core.AddressRange;
import florin.core.DailyLimits.DailyLimit;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.Page;
import florin.core.PageOrigin;
import florin.core.RealmClock;
import florin.core.Scope;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Cursor;
import florin.http.Exchange;
import florin.http.Format;
import florin.http.Params;
import florin.http.Range;
import florin.http.TextFormats;
import florin.idempotency.ResultView;
import florin.keys.KeyCommands.WantedKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The endpoints of `/v2/keys`. */
public final class KeyApi {
  private static final int MAX_SCOPES = 100;
  private static final int MAX_OTHERS = 50;
  private static final Duration USUAL_OVERLAP = Duration.ofDays(1);

  private static final Format<String> NAME = TextFormats.line(256);

  private static final Format<Set<Scope>> SCOPE =
      Format.text(
          "must be a scope such as payments:read, refunds:* or *:read",
          Set.of(),
          text -> Optional.of(Scope.named(text)).filter(scopes -> !scopes.isEmpty()));

  private static final Format<List<DailyLimit>> LIMIT =
      Format.text(
          "must be a limit such as refunds:create<=500000 eur/day or payments:create<=100/day",
          List.of(),
          text -> DailyLimit.parse(text).map(List::of));

  private static final Format<List<AddressRange>> ADDRESS =
      Format.text(
          "must be an address range such as 203.0.113.0/24",
          List.of(),
          text -> AddressRange.parse(text).map(List::of));

  private static final Format<PageOrigin> ORIGIN =
      Format.text(
          "must be an origin such as https://shop.example, without a path; http only for localhost",
          new PageOrigin(""),
          PageOrigin::parse);

  private static final Format<Duration> OVERLAP =
      Format.integer(Range.of(0, Accounts.MAX_OVERLAP.toSeconds())).map(Duration::ofSeconds);

  private final KeyCommands keys;
  private final InstantSource clock;

  public KeyApi(KeyCommands keys, InstantSource clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /** The body of a creation, and the address of the caller. */
  public record CreateKey(WantedKey wanted, String address) {}

  /** The path and body of an update. */
  public record UpdateKey(KeyId id, Optional<List<PageOrigin>> origins, String address) {}

  /** The path and body of a roll. */
  public record RollKey(KeyId id, Duration overlap, String address) {}

  /** The path of a revocation. */
  public record RevokeKey(KeyId id, String address) {}

  public static CreateKey readCreate(Exchange exchange) {
    Params body = Params.of(exchange.json());
    String name = body.required("name", NAME);
    if (body.has("name") && name.isBlank()) {
      body.error("name", ErrorCode.PARAMETER_INVALID, "must not be blank.");
    }
    var scopes = new HashSet<Scope>();
    body.list("scopes", SCOPE, MAX_SCOPES).forEach(scopes::addAll);
    if (!body.has("scopes") || body.isEmptyList("scopes")) {
      body.error(
          "scopes", ErrorCode.PARAMETER_MISSING, "is required: at least one, for example *:read.");
    }
    List<DailyLimit> limits =
        body.list("daily_limits", LIMIT, MAX_OTHERS).stream().flatMap(List::stream).toList();
    if (limits.stream().map(it -> List.of(it.scope(), it.currency())).distinct().count()
        < limits.size()) {
      body.error(
          "daily_limits", ErrorCode.PARAMETER_INVALID, "must have at most one limit of each kind.");
    }
    List<AddressRange> addresses =
        body.list("addresses", ADDRESS, MAX_OTHERS).stream().flatMap(List::stream).toList();
    Optional<Instant> expires = body.optional("expires_at", Format.unixTime());
    // A key ends by the real time, in a sandbox too.
    Instant now = exchange.receivedAt().minus(RealmClock.ahead());
    if (expires.filter(end -> !end.isAfter(now)).isPresent()) {
      body.error("expires_at", ErrorCode.PARAMETER_INVALID, "must be in the future.");
    }
    return body.build(() ->
        new CreateKey(
            new WantedKey(name, scopes, limits, addresses, expires), exchange.nearestAddress()));
  }

  public Answer create(Call<CreateKey> call) {
    return ResultView.of(
        keys.create(
            by(call, call.input().address()), ResultView.origin(call), call.input().wanted()),
        this::shown);
  }

  private static By by(Call<?> call, String address) {
    return new By(call.caller(), address, call.request());
  }

  private KeyView shown(NewKey made) {
    return KeyView.of(made.key(), clock.instant(), made.text().reveal());
  }

  private KeyView shown(ApiKey key) {
    return KeyView.of(key, clock.instant(), null);
  }

  public static KeyId readId(Exchange exchange) {
    return exchange.pathId(KeyId.KIND);
  }

  public Answer retrieve(Call<KeyId> call) {
    return Answer.found(call.input(), keys.find(call.realm(), call.input()), this::shown);
  }

  public static Cursor<KeyId> readList(Exchange exchange) {
    Params query = Params.of(exchange.query());
    Cursor<KeyId> cursor = Cursor.read(query, KeyId.KIND);
    return query.build(() -> cursor);
  }

  public Answer list(Call<Cursor<KeyId>> call) {
    Page<ApiKey> page =
        keys.list(call.realm(), call.input().page(id -> keys.find(call.realm(), id).isPresent()));
    return Answer.list("/v2/keys", page, this::shown);
  }

  public static UpdateKey readUpdate(Exchange exchange) {
    KeyId id = readId(exchange);
    Params body = Params.of(exchange.json());
    List<PageOrigin> origins = body.list("allowed_origins", ORIGIN, ApiKey.MAX_ORIGINS);
    boolean isChange = body.has("allowed_origins");
    return body.build(() ->
        new UpdateKey(
            id,
            Optional.of(origins.stream().distinct().toList()).filter(_ -> isChange),
            exchange.nearestAddress()));
  }

  public Answer update(Call<UpdateKey> call) {
    UpdateKey input = call.input();
    return ResultView.of(
        keys.allow(by(call, input.address()), ResultView.origin(call), input.id(), input.origins()),
        this::shown);
  }

  public static RollKey readRoll(Exchange exchange) {
    KeyId id = readId(exchange);
    Params body = Params.of(exchange.json());
    Duration overlap = body.optional("expires_in", OVERLAP).orElse(USUAL_OVERLAP);
    return body.build(() -> new RollKey(id, overlap, exchange.nearestAddress()));
  }

  public Answer roll(Call<RollKey> call) {
    RollKey input = call.input();
    return ResultView.of(
        keys.roll(by(call, input.address()), ResultView.origin(call), input.id(), input.overlap()),
        this::shown);
  }

  public static RevokeKey readRevoke(Exchange exchange) {
    return new RevokeKey(readId(exchange), exchange.nearestAddress());
  }

  public Answer revoke(Call<RevokeKey> call) {
    return ResultView.of(
        keys.revoke(by(call, call.input().address()), ResultView.origin(call), call.input().id()),
        this::shown);
  }
}
