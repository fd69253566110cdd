package florin.idempotency;

import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.REALM;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.core.Caller.KeyKind;
import florin.core.Id.EventId;
import florin.db.RecordStatement;
import florin.db.Table;
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.ObjectOfEvent;
import florin.idempotency.Idempotency.RecordKey;
import florin.idempotency.Idempotency.SealedSecret;
import florin.idempotency.Idempotency.StoredAnswer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The writes to `idempotency`: a record when it is claimed, and its response. */
final class RecordTable {
  /**
   * A claimed record.
   *
   * @param answer the response, if the request is done in the same commit
   */
  record ClaimRow(Claim claim, UUID resource, Optional<StoredAnswer> answer, Instant created) {
    private Optional<UUID> event() {
      return answer.flatMap(RecordTable::event);
    }

    private Optional<SealedSecret> secret() {
      return answer.flatMap(RecordTable::secret);
    }
  }

  /** The response to an operation that began earlier. */
  record AnswerRow(RecordKey key, UUID resource, StoredAnswer answer) {}

  private static final Table<ClaimRow> CLAIMS = new Table<>("idempotency", "i");
  private static final Table<AnswerRow> ANSWERS = new Table<>("idempotency", "i");

  static {
    CLAIMS.column("realm_id", REALM, row -> row.claim().key().realm());
    CLAIMS.column("id", UUID, row -> row.claim().key().id());
    CLAIMS.column("publishable", BOOLEAN, row -> row.claim().kind() == KeyKind.PUBLISHABLE);
    CLAIMS.column("fingerprint", UUID, row -> row.claim().fingerprint());
    CLAIMS.column("resource_id", UUID, ClaimRow::resource);
    CLAIMS.optional("status", INTEGER, row -> row.answer().map(RecordTable::status));
    CLAIMS.optional("body", TEXT, row -> row.answer().flatMap(RecordTable::body));
    CLAIMS.optional("event_id", UUID, ClaimRow::event);
    CLAIMS.optional("sealed_secret", TEXT, row -> row.secret().map(SealedSecret::text));
    CLAIMS.optional("secret_at", INTEGER, row -> row.secret().map(SealedSecret::at));
    CLAIMS.column("created_at", TIMESTAMPTZ, ClaimRow::created);
    CLAIMS.column("expires_at", TIMESTAMPTZ, row -> row.created().plus(Idempotency.KEPT));

    ANSWERS.column("realm_id", REALM, row -> row.key().realm());
    ANSWERS.column("id", UUID, row -> row.key().id());
    ANSWERS.column("resource_id", UUID, AnswerRow::resource);
    ANSWERS.column("status", INTEGER, row -> status(row.answer()));
    ANSWERS.optional("body", TEXT, row -> body(row.answer()));
    ANSWERS.optional("event_id", UUID, row -> event(row.answer()));
  }

  /**
   * Inserts a record. An existing record blocks it, expired or not: {@link Idempotency#isFree}
   * deletes an expired one afterwards. That is rare, and a condition here would cost every payment.
   */
  static final RecordStatement<ClaimRow> CLAIM =
      CLAIMS
          .guarded(
              "idempotency.claim",
              """
              INSERT INTO idempotency AS i (
                     realm_id, id, publishable, fingerprint, resource_id, status, body, event_id, sealed_secret, secret_at, created_at, expires_at)
              SELECT realm_id, id, publishable, fingerprint, resource_id, status, body, event_id, sealed_secret, secret_at, created_at, expires_at
                FROM :rows
                  ON CONFLICT (realm_id, id) DO NOTHING
              RETURNING id\
              """)
          .sentAs("idempotency_claim_row");

  /** Records the first response only. A later one changes nothing. */
  static final RecordStatement<AnswerRow> ANSWER =
      ANSWERS.lenient(
          "idempotency.answer",
          """
          UPDATE idempotency i
             SET status = r.status,
                 body = r.body,
                 event_id = r.event_id
            FROM :rows r
           WHERE i.realm_id = :realm
             AND i.id = r.id
             AND i.resource_id = r.resource_id
             AND i.status IS NULL\
          """);

  private RecordTable() {}

  static Optional<SealedSecret> secret(StoredAnswer kept) {
    return kept instanceof AnswerCopy answer ? answer.secret() : Optional.empty();
  }

  private static int status(StoredAnswer kept) {
    return kept instanceof AnswerCopy answer ? answer.status() : AnswerCopy.OK;
  }

  private static Optional<String> body(StoredAnswer kept) {
    return kept instanceof AnswerCopy answer ? Optional.of(answer.body()) : Optional.empty();
  }

  private static Optional<UUID> event(StoredAnswer kept) {
    return kept instanceof ObjectOfEvent(EventId event)
        ? Optional.of(event.uuid())
        : Optional.empty();
  }
}
