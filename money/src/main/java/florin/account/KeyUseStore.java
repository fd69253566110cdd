package florin.account;

import florin.core.DailyLimits;
import florin.core.DailyLimits.DailyLimit;
import florin.core.ErrorCode;
import florin.core.Id.KeyId;
import florin.core.Money;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Scope;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The daily use of restricted keys. The commit that begins an operation counts it, so two requests
 * at the same time can't exceed a limit together, and a repeated request is not counted twice.
 */
public final class KeyUseStore {
  private static final String TABLE = "key_daily_use";

  /**
   * Adds to the use of a day, unless it would exceed the limit. A node whose clock is behind still
   * counts for the later day.
   */
  private static final Statement TAKE =
      Statement.guarded(
          "key_daily_use.take",
          TABLE,
          "id",
          "realm_id bigint, id uuid, day integer, used bigint, most bigint",
          """
          INSERT INTO key_daily_use AS u (realm_id, id, day, used, most)
          SELECT r.realm_id, r.id, r.day, r.used, r.most
            FROM :rows r
           WHERE r.used <= r.most
              ON CONFLICT (realm_id, id) DO UPDATE
             SET day = GREATEST(u.day, EXCLUDED.day),
                 used = EXCLUDED.used + CASE WHEN u.day >= EXCLUDED.day THEN u.used ELSE 0 END,
                 most = EXCLUDED.most
           WHERE EXCLUDED.used + CASE WHEN u.day >= EXCLUDED.day THEN u.used ELSE 0 END <= EXCLUDED.most
          RETURNING id\
          """);

  private static final String LIST_OF_DAY =
      """
      SELECT id, used
        FROM key_daily_use
       WHERE realm_id = ?
         AND id = ANY(?)
         AND day >= ?
      """;

  private KeyUseStore() {}

  /** A daily limit with its use of today. */
  public record LimitUse(DailyLimit limit, long used) {}

  /** Returns the daily limits of the keys of one realm that have some, with their use of today. */
  static Map<KeyId, List<LimitUse>> today(Db db, Realm realm, List<ApiKey> keys, Instant now) {
    List<ApiKey> limited =
        keys.stream().filter(key -> !key.rights().limits().list().isEmpty()).toList();
    if (limited.isEmpty()) {
      return Map.of();
    }
    UUID[] ids =
        limited.stream()
            .map(key -> key.rights().limits())
            .flatMap(limits -> limits.list().stream().map(limit -> id(limits, limit)))
            .toArray(UUID[]::new);
    // All keys of a realm have the days of its account.
    long day = limited.getFirst().rights().limits().day(now).toEpochDay();
    var used = new HashMap<UUID, Long>();
    db.list(
        LIST_OF_DAY,
        row -> used.put(row.getObject("id", UUID.class), row.getLong("used")),
        realm.id(),
        ids,
        day);
    return limited.stream()
        .collect(
            Collectors.toMap(
                ApiKey::id,
                key -> {
                  DailyLimits limits = key.rights().limits();
                  return limits.list().stream()
                      .map(limit -> new LimitUse(limit, used.getOrDefault(id(limits, limit), 0L)))
                      .toList();
                }));
  }

  /**
   * Returns the writes that count an operation. Their guards hold only within the limits.
   *
   * @throws Refusal if the scope has limits of amounts, and none in this currency
   */
  public static List<Write> take(
      Realm realm, DailyLimits limits, Scope scope, Money amount, Instant now) {
    List<DailyLimit> ofScope = limits.of(scope);
    List<DailyLimit> amounts =
        ofScope.stream().filter(limit -> limit.currency().isPresent()).toList();
    if (!amounts.isEmpty()
        && !amount.isZero()
        && amounts.stream().noneMatch(limit -> limit.isOf(amount.currency()))) {
      throw refusal(
          "The daily limits of this API key for %s are in %s only, so it can't be used for another currency. Use another key; nothing was done."
              .formatted(
                  scope.text(),
                  amounts.stream()
                      .map(limit -> limit.currency().orElseThrow().code())
                      .collect(Collectors.joining(", "))));
    }
    return ofScope.stream()
        .filter(limit -> limit.currency().isEmpty() || limit.isOf(amount.currency()))
        .map(limit ->
            TAKE.row(
                realm.id(),
                id(limits, limit),
                Math.toIntExact(limits.day(now).toEpochDay()),
                limit.use(amount),
                limit.most()))
        .toList();
  }

  /** Returns whether a changeset was rejected because of one of these writes. */
  public static boolean isOf(Write guard) {
    return guard.statement().equals(TAKE);
  }

  /**
   * Returns the rejection of an operation that would exceed a limit.
   *
   * @param guard the write that did not hold
   */
  public static Refusal exceeded(DailyLimits limits, Write guard) {
    return refusal(
        "This request would exceed a daily limit of this API key: %s. Wait for the next day in %s, or use another key; nothing was done."
            .formatted(
                limits.list().stream()
                    .filter(limit -> id(limits, limit).equals(guard.key()))
                    .map(DailyLimit::text)
                    .findFirst()
                    .orElseThrow(),
                limits.zone()));
  }

  private static UUID id(DailyLimits limits, DailyLimit limit) {
    String counted =
        limits.lineage().orElseThrow()
            + " "
            + limit.scope().text()
            + limit.currency().map(currency -> " " + currency.code()).orElse("");
    return UUID.nameUUIDFromBytes(counted.getBytes(StandardCharsets.US_ASCII));
  }

  private static Refusal refusal(String message) {
    return new Problem.Forbidden(ErrorCode.DAILY_LIMIT_REACHED, message).refusal();
  }
}
