package florin.idempotency;

import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Hmac;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.KeyedRequest;
import florin.core.KeyedRequest.KeyNamespace;
import florin.core.Problem;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.Write;
import florin.event.EventLog;
import florin.idempotency.SlotTable.SlotAnswer;
import florin.idempotency.SlotTable.SlotClaim;
import florin.idempotency.SlotTable.SlotDraft;
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
 * Remembers what was answered under an idempotency key, for a day: as a reference to the event that
 * holds the same bytes, or, where no event does, as the bytes.
 *
 * <p>The key is claimed in the same commit that begins the work and answered in the same commit
 * that finishes it, so there is no moment at which one is durable and the other is not. Neither the
 * key nor the request is kept: only HMACs, cut to 128 bits, so that a stolen database tells nothing
 * of card numbers that went into them. A payment that is not written yet stands in the slot as a
 * draft: what its rows and events will hold, the card number sealed.
 */
public final class Idempotency implements AutoCloseable {
  public static final Duration KEPT = Duration.ofHours(24);

  /** Whoever deletes events leaves alone what is younger than this: a slot may refer to it. */
  public static final Duration EVENTS_NEEDED = KEPT.multipliedBy(2);

  /**
   * Slots of one realm that publishable keys hold, for as long as {@link #KEPT}; of more, the
   * oldest go before their time. Anybody can take them, and nobody is refused for it: what a
   * publishable key asks for moves no money, so that a late repetition does it again is harmless.
   */
  public static final int MAX_PUBLISHABLE = 100_000;

  private static final String FIND =
      """
      SELECT i.realm_id, i.id, i.fingerprint, i.resource_id, i.status, i.body, i.event_id, i.sealed_secret, i.secret_at, e.body AS event
        FROM idempotency i
        LEFT JOIN event e
          ON e.realm_id = i.realm_id
         AND e.id = i.event_id
       WHERE (i.realm_id, i.id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))
         AND i.expires_at >= now()
      """;

  /** Not before the payment of its draft is written. */
  private static final String DROP_EXPIRED =
      """
      DELETE FROM idempotency i
       WHERE i.realm_id = ?
         AND i.id = ?
         AND i.expires_at < now()
         AND (i.draft IS NULL
              OR EXISTS (SELECT FROM payment p WHERE p.realm_id = i.realm_id AND p.id = i.resource_id))
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
  private final GroupRead<Slot, SlotEntry> reader;

  public Idempotency(Db db, Hmac hmac) {
    this.hmac = hmac;
    this.db = db;
    this.reader = new GroupRead<>("idempotency", db, 1, Idempotency::findAll);
  }

  /** A place of its own for a request without a key, which nobody will ask for again. */
  public static Claim unkeyed(Realm realm, UUID id) {
    return new Claim(new Slot(realm, id), KeyKind.SECRET, id);
  }

  /** The place of one idempotency key of one realm, and of one kind of API key. */
  public record Slot(Realm realm, UUID id) {}

  /**
   * A request that carries a key.
   *
   * @param kind of the API key that it came with; a secret one's where Florin itself has made the
   *     key, since it is kept as long
   * @param fingerprint of the whole request, so that another one under the same key is noticed
   */
  public record Claim(Slot slot, KeyKind kind, UUID fingerprint) {}

  /** What a slot keeps of an answer, to give the same bytes again. */
  public sealed interface StoredAnswer {}

  /**
   * The answer is 200 with the object of an event, which is written in the same commit.
   *
   * @param event of the slot's realm
   */
  public record ObjectOfEvent(EventId event) implements StoredAnswer {}

  /**
   * An answer's status and body, byte for byte.
   *
   * @param secret what the body still lacks: it is kept sealed, and opened on the way out
   */
  public record AnswerCopy(int status, String body, Optional<SealedSecret> secret)
      implements StoredAnswer {
    static final int OK = 200;

    public AnswerCopy(int status, String body) {
      this(status, body, Optional.empty());
    }

    /** The answer as it may be given. */
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
   * A secret of an answer.
   *
   * @param resource what the answer is about, for which it is sealed
   * @param at where in the body it belongs, as it is
   */
  public record SealedSecret(UUID resource, String text, int at) {}

  /**
   * What stands in a slot.
   *
   * @param resource the object that the first request began
   * @param answer empty while the first request is under way
   */
  public record SlotEntry(UUID fingerprint, UUID resource, Optional<AnswerCopy> answer) {
    /** Refuses a request that is not the one that first carried the key. */
    public void requireSameRequest(Claim claim) {
      if (!fingerprint.equals(claim.fingerprint())) {
        throw new Problem.BadRequest(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key was used with another request (method, path or body). Use a new key for a new request, and repeat a request unchanged.")
            .refusal();
      }
    }
  }

  /** Empty for a request without a key. */
  public Optional<Claim> claim(Realm realm, Origin origin) {
    return origin.keyed().map(keyed -> claim(realm, keyed));
  }

  /**
   * Whoever reads a publishable key in a page takes no slot of the merchant's, and is given no
   * answer out of one; nor does a merchant reach what a payer has asked for. A secret key's have no
   * prefix, as it was before there were several; a realm's number is no prefix.
   */
  private Claim claim(Realm realm, KeyedRequest keyed) {
    String prefix =
        switch (keyed.namespace()) {
          case SECRET_KEY -> "";
          case PUBLISHABLE_KEY -> "publishable:";
          case CHECKOUT -> "checkout:";
        };
    UUID slot = cut(hmac.of(prefix + realm.id() + ":" + keyed.key().text()));
    UUID fingerprint = cut(hmac.of("request:" + realm.id() + ":" + keyed.requestText()));
    KeyKind kind =
        keyed.namespace() == KeyNamespace.PUBLISHABLE_KEY ? KeyKind.PUBLISHABLE : KeyKind.SECRET;
    return new Claim(new Slot(realm, slot), kind, fingerprint);
  }

  /**
   * Takes the key for the object that is begun in the same commit. Refused when it is taken, by
   * what has expired too: see {@link #isFree}.
   */
  public static Write take(Claim claim, UUID resource, Instant now) {
    return row(claim, resource, Optional.empty(), now);
  }

  /** Takes the key and answers at once, where a request is done in one commit. */
  public static Write takeAnswered(Claim claim, UUID resource, StoredAnswer kept, Instant now) {
    return row(claim, resource, Optional.of(kept), now);
  }

  /**
   * Takes the key for a payment of which nothing else is written yet. No other request takes it
   * before the payment is, not even when it has expired.
   *
   * @param answer the event by which the payment will answer, once it is there
   * @param draft all that is needed to write the payment down
   * @param draftKey the envelope key that the card number in it is sealed under
   */
  public static Write take(
      Claim claim,
      PaymentId payment,
      EventId answer,
      String draft,
      Optional<Integer> draftKey,
      Instant now) {
    return SlotTable.CLAIM.row(
        new SlotClaim(
            claim,
            payment.uuid(),
            Optional.empty(),
            Optional.of(new SlotDraft(answer.uuid(), draft, draftKey)),
            now));
  }

  /** What is answered after it was begun has no secret. */
  public static Write answer(Slot slot, UUID resource, StoredAnswer kept) {
    if (SlotTable.secret(kept).isPresent()) {
      throw new IllegalArgumentException("an answer with a secret is kept with its claim");
    }
    return SlotTable.ANSWER.row(new SlotAnswer(slot, resource, kept));
  }

  /** True when this write is what a changeset was refused for: the key is taken. */
  public static boolean isClaim(Write write) {
    return SlotTable.CLAIM.has(write);
  }

  /** Empty when it has expired, though it may still be there. */
  public Optional<SlotEntry> find(Slot slot) {
    return reader.find(slot);
  }

  /**
   * Whether the slot can be claimed: nobody has it, or nobody has it any more, since what has
   * expired is dropped here. To be asked by whoever was refused the claim and then found nothing.
   */
  public boolean isFree(Slot slot) {
    return db.update(DROP_EXPIRED, slot.realm().id(), slot.id()) > 0
        || db.list(IS_THERE, _ -> slot, slot.realm().id(), slot.id()).isEmpty();
  }

  @Override
  public void close() {
    reader.close();
  }

  private static Write row(Claim claim, UUID resource, Optional<StoredAnswer> kept, Instant now) {
    Optional<SealedSecret> secret = kept.flatMap(SlotTable::secret);
    if (secret.isPresent() && !secret.get().resource().equals(resource)) {
      throw new IllegalArgumentException("a secret that is sealed for something else");
    }
    return SlotTable.CLAIM.row(new SlotClaim(claim, resource, kept, Optional.empty(), now));
  }

  private static Map<Slot, SlotEntry> findAll(Connection connection, List<Slot> slots)
      throws SQLException {
    Long[] realms = slots.stream().map(slot -> slot.realm().id()).toArray(Long[]::new);
    UUID[] ids = slots.stream().map(Slot::id).toArray(UUID[]::new);
    var found = new HashMap<Slot, SlotEntry>();
    Db.query(
        connection,
        FIND,
        row -> {
          SlotEntry stored = readStored(row);
          var slot = new Slot(new Realm(row.getLong("realm_id")), row.getObject("id", UUID.class));
          return found.put(slot, stored);
        },
        realms,
        ids);
    return found;
  }

  private static SlotEntry readStored(ResultSet row) throws SQLException {
    UUID resource = row.getObject("resource_id", UUID.class);
    int at = row.getInt("secret_at");
    Optional<SealedSecret> secret =
        Optional.ofNullable(row.getString("sealed_secret"))
            .map(text -> new SealedSecret(resource, text, at));
    return new SlotEntry(
        row.getObject("fingerprint", UUID.class), resource, readAnswer(row, secret));
  }

  /** Of a draft the event is the answer, as soon as it is there. */
  private static Optional<AnswerCopy> readAnswer(ResultSet row, Optional<SealedSecret> secret)
      throws SQLException {
    int status = row.getInt("status");
    if (row.wasNull()) {
      return Optional.ofNullable(row.getString("event"))
          .map(event -> new AnswerCopy(AnswerCopy.OK, EventLog.object(event)));
    }
    return Optional.of(new AnswerCopy(status, readBody(row), secret));
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
