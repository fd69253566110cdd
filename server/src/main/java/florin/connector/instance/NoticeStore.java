package florin.connector.instance;

import florin.connector.Notice;
import florin.connector.OperationRef;
import florin.core.Sha256;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/** Notices in PostgreSQL. */
public final class NoticeStore {
  /** The same notice is there once: another one undoes its changeset. */
  private static final Statement INSERT =
      Statement.guarded(
          "connector_notice.insert",
          "connector_notice",
          "id",
          """
          realm_id bigint, id uuid, connector_id uuid, notice_id text, external_id text, reference uuid, kind text,
          body text, received_at timestamptz\
          """,
          """
          INSERT INTO connector_notice (realm_id, id, connector_id, notice_id, external_id, reference, kind, body, received_at)
          SELECT realm_id, id, connector_id, notice_id, external_id, reference, kind, body, received_at
            FROM :rows
              ON CONFLICT (realm_id, id) DO NOTHING
          RETURNING id\
          """);

  private static final String DELETE =
      """
      DELETE FROM connector_notice
       WHERE (realm_id, id) IN (
             SELECT realm_id, id
               FROM connector_notice
              WHERE received_at < ?
              ORDER BY received_at
              LIMIT ?
                FOR UPDATE SKIP LOCKED)
      """;

  private final Db db;

  public NoticeStore(Db db) {
    this.db = db;
  }

  /**
   * @param id as {@link #id} has it
   * @param reference of ours that it is about
   * @param sealed its body
   */
  static Write insert(
      Instance instance,
      UUID id,
      String noticeId,
      Notice notice,
      OperationRef reference,
      String sealed,
      Instant received) {
    return INSERT.row(
        instance.realm().id(),
        id,
        instance.id().uuid(),
        noticeId,
        notice.externalId(),
        reference.id().uuid(),
        notice.kind(),
        sealed,
        received);
  }

  /** A hash, so that the key says whether a notice has come before. */
  static UUID id(Instance instance, String noticeId) {
    var hash = ByteBuffer.wrap(Sha256.of(instance.id().text() + noticeId));
    return new UUID(hash.getLong(), hash.getLong());
  }

  /** Returns how many went. */
  int deleteBefore(Instant time, int most) {
    return db.update(DELETE, time, most);
  }
}
