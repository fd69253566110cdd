package florin.idempotency;

import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Hmac;
import florin.core.Id.EventId;
import florin.core.KeyedRequest;
import florin.core.KeyedRequest.KeyNamespace;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.Write;
import florin.event.EventLog;
import florin.idempotency.RecordTable.AnswerRow;
import florin.idempotency.RecordTable.ClaimRow;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The responses that were given under idempotency keys, stored for a day. Each is a reference to
 * the event with the same bytes or, without such an event, the bytes themselves.
 *
 * <p>A key is claimed in the same commit that begins the work, and its response is recorded in the
 * commit that finishes it. So one is never durable without the other. Neither the key nor the
 * request is stored, only HMACs cut to 128 bits. So a stolen database reveals nothing about the
 * card numbers in them.
 */
public final class Idempotency implements AutoCloseable {
  public static final Duration KEPT = Duration.ofHours(24);

  /**
   * The minimum age of events before they may be deleted, because an idempotency record may refer
   * to a younger one.
   */
  public static final Duration EVENTS_NEEDED = KEPT.multipliedBy(2);

  /**
   * The most records of one realm that publishable keys hold within {@link #KEPT}. Above it, the
   * oldest are deleted early. Any client can create such records, and none is rejected for it. A
   * publishable key moves no money, so a late repetition that runs again is harmless.
   */
  public static final int MAX_PUBLISHABLE = 100_000;

  private static final String FIND =
      """
      SELECT i.realm_id, i.id, i.fingerprint, i.resource_id, i.status, i.body, i.event_id, i.sealed_secret, i.secret_at, e.body AS event
        FROM idempotency i
        LEFT JOIN event_log e
          ON e.realm_id = i.realm_id
         AND e.id = i.event_id
       WHERE (i.realm_id, i.id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))
         AND i.expires_at >= now()
      """;

  private static final String DROP_EXPIRED =
      """
      DELETE FROM idempotency i
       WHERE i.realm_id = ?
         AND i.id = ?
         AND i.expires_at < now()
      """;

  private static final String IS_THERE =
      """
      SELECT i.id
        FROM idempotency i
       WHERE i.realm_id = ?
         AND i.id = ?
      """;

  private final Hmac hmac;
  private final Db db;
  private final GroupRead<RecordKey, StoredRecord> reader;

  public Idempotency(Db db, Hmac hmac) {
    this.hmac = hmac;
    this.db = db;
    this.reader = new GroupRead<>("idempotency", db, 1, Idempotency::findAll);
  }

  /** The record of one idempotency key, of one realm and one kind of API key. */
  public record RecordKey(Realm realm, UUID id) {}

  /**
   * A request with an idempotency key.
   *
   * @param kind the kind of the request's API key; `SECRET` if Florin itself created the key,
   *     because its record is kept as long
   * @param fingerprint of the whole request, which detects another request under the same key
   */
  public record Claim(RecordKey key, KeyKind kind, UUID fingerprint) {}

  /** The response that a record stores, to return the same bytes again. */
  public sealed interface StoredAnswer {}

  /**
   * A 200 response with the object of an event, which is written in the same commit.
   *
   * @param event of the record's realm
   */
  public record ObjectOfEvent(EventId event) implements StoredAnswer {}

  /**
   * The status and body of a response, byte for byte.
   *
   * @param secret a secret that is missing in the body: it is stored sealed, and opened for the
   *     response
   */
  public record AnswerCopy(int status, String body, Optional<SealedSecret> secret)
      implements StoredAnswer {
    static final int OK = 200;

    public AnswerCopy(int status, String body) {
      this(status, body, Optional.empty());
    }

    /** Returns the complete response, with its secret opened. */
    public AnswerCopy revealed(Function<SealedSecret, String> open) {
      return secret
          .map(sealed ->
              new AnswerCopy(
                  status,
                  new StringBuilder(body).insert(sealed.at(), open.apply(sealed)).toString()))
          .orElse(this);
    }
  }

  /**
   * A secret of a response.
   *
   * @param resource the subject of the response, for which it is sealed
   * @param at the position in the body where it belongs
   */
  public record SealedSecret(UUID resource, String text, int at) {}

  /**
   * The content of a record.
   *
   * @param resource the object that the first request began
   * @param answer empty while the first request is in flight
   */
  public record StoredRecord(UUID fingerprint, UUID resource, Optional<AnswerCopy> answer) {
    /** Rejects a request that differs from the first one with this key. */
    public void requireSameRequest(Claim claim) {
      if (!fingerprint.equals(claim.fingerprint())) {
        throw new Problem.BadRequest(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key was used with a different method, path or body. Use a new key for a new request; this request was not processed.")
            .refusal();
      }
    }
  }

  /** Returns the claim of a request; empty if it has no key. */
  public Optional<Claim> claim(Realm realm, Origin origin) {
    return origin.keyed().map(keyed -> claim(realm, keyed));
  }

  /**
   * Returns the claim in the key's namespace. A client that reads a publishable key in a web page
   * can't take the merchant's records, or read responses from them. A merchant can't reach a
   * payer's records either. Secret keys have no prefix, which keeps older records valid; a realm's
   * number can't be confused with a prefix.
   */
  private Claim claim(Realm realm, KeyedRequest keyed) {
    String prefix =
        switch (keyed.namespace()) {
          case SECRET_KEY -> "";
          case PUBLISHABLE_KEY -> "publishable:";
          case RESTRICTED_KEY -> "restricted:";
          case CHECKOUT -> "checkout:";
        };
    UUID slot = cut(hmac.of(prefix + realm.id() + ":" + keyed.key().text()));
    UUID fingerprint = cut(hmac.of("request:" + realm.id() + ":" + keyed.requestText()));
    KeyKind kind =
        keyed.namespace() == KeyNamespace.PUBLISHABLE_KEY ? KeyKind.PUBLISHABLE : KeyKind.SECRET;
    return new Claim(new RecordKey(realm, slot), kind, fingerprint);
  }

  /**
   * Returns the write that takes the key for the object that begins in the same commit. The
   * database rejects it if the key is taken, even by an expired record: see {@link #isFree}.
   */
  public static Write take(Claim claim, UUID resource, Instant now) {
    return row(claim, resource, Optional.empty(), now);
  }

  /**
   * Returns the write that takes the key and records its response, for a request that is done in
   * one commit.
   */
  public static Write takeAnswered(Claim claim, UUID resource, StoredAnswer kept, Instant now) {
    return row(claim, resource, Optional.of(kept), now);
  }

  /**
   * Returns the write that records the response to an operation that began earlier. Such a response
   * has no secret.
   */
  public static Write answer(RecordKey key, UUID resource, StoredAnswer kept) {
    if (RecordTable.secret(kept).isPresent()) {
      throw new IllegalArgumentException("an answer with a secret is kept with its claim");
    }
    return RecordTable.ANSWER.row(new AnswerRow(key, resource, kept));
  }

  /** Returns whether a changeset was rejected because of this write, because the key is taken. */
  public static boolean isClaim(Write write) {
    return RecordTable.CLAIM.has(write);
  }

  /** Returns the record; empty if it has expired, even if it is not deleted yet. */
  public Optional<StoredRecord> find(RecordKey key) {
    return reader.find(key);
  }

  /**
   * Returns whether the key can be claimed. Deletes an expired record. To be called after a
   * rejected claim, if no record was found.
   */
  public boolean isFree(RecordKey key) {
    return db.update(DROP_EXPIRED, key.realm().id(), key.id()) > 0
        || db.list(IS_THERE, _ -> key, key.realm().id(), key.id()).isEmpty();
  }

  @Override
  public void close() {
    reader.close();
  }

  private static Write row(Claim claim, UUID resource, Optional<StoredAnswer> kept, Instant now) {
    Optional<SealedSecret> secret = kept.flatMap(RecordTable::secret);
    if (secret.isPresent() && !secret.get().resource().equals(resource)) {
      throw new IllegalArgumentException("a secret that is sealed for something else");
    }
    // Retention has the real time, in sandboxes too.
    return RecordTable.CLAIM.row(
        new ClaimRow(claim, resource, kept, now.minus(RealmClock.ahead())));
  }

  private static Map<RecordKey, StoredRecord> findAll(Connection connection, List<RecordKey> slots)
      throws SQLException {
    Long[] realms = slots.stream().map(key -> key.realm().id()).toArray(Long[]::new);
    UUID[] ids = slots.stream().map(RecordKey::id).toArray(UUID[]::new);
    var found = new HashMap<RecordKey, StoredRecord>();
    Db.query(
        connection,
        FIND,
        row -> {
          StoredRecord stored = readStored(row);
          var key =
              new RecordKey(new Realm(row.getLong("realm_id")), row.getObject("id", UUID.class));
          return found.put(key, stored);
        },
        realms,
        ids);
    return found;
  }

  private static StoredRecord readStored(ResultSet row) throws SQLException {
    UUID resource = row.getObject("resource_id", UUID.class);
    int at = row.getInt("secret_at");
    Optional<SealedSecret> secret =
        Optional.ofNullable(row.getString("sealed_secret"))
            .map(text -> new SealedSecret(resource, text, at));
    return new StoredRecord(
        row.getObject("fingerprint", UUID.class), resource, readAnswer(row, secret));
  }

  private static Optional<AnswerCopy> readAnswer(ResultSet row, Optional<SealedSecret> secret)
      throws SQLException {
    int status = row.getInt("status");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new AnswerCopy(status, readBody(row), secret));
  }

  private static String readBody(ResultSet row) throws SQLException {
    @Nullable String event = row.getString("event");
    if (event != null) {
      return EventLog.object(event);
    }
    @Nullable String body = row.getString("body");
    if (body == null) {
      throw new IllegalStateException(
          "the event of a kept answer is gone: " + row.getObject("event_id", UUID.class));
    }
    return body;
  }

  private static UUID cut(byte[] mac) {
    ByteBuffer bytes = ByteBuffer.wrap(mac);
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
