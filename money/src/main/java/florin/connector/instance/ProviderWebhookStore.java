package florin.connector.instance;

import florin.connector.OperationRef;
import florin.connector.ProviderWebhook;
import florin.connector.instance.Instances.ReceivedProviderWebhook;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentId;
import florin.core.Id.ProviderWebhookId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.Sha256;
import florin.db.Db;
import florin.db.DueRows;
import florin.db.Statement;
import florin.db.Write;
import florin.vault.SealedTextStore.SealedColumn;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The provider webhooks in PostgreSQL. */
public final class ProviderWebhookStore {
  /** The encrypted bodies. */
  public static final SealedColumn SEALED =
      SealedColumn.ofRealms("connectors' webhooks", "provider_webhook", "id", "body");

  /** Inserts a webhook once. A duplicate undoes its changeset. */
  private static final Statement INSERT =
      Statement.guarded(
          "provider_webhook.insert",
          "provider_webhook",
          "id",
          """
          realm_id bigint, id uuid, connector_id uuid, webhook_id text, external_id text, reference uuid, kind text,
          body text, received_at timestamptz\
          """,
          """
          INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, external_id, reference, kind, body, received_at)
          SELECT realm_id, id, connector_id, webhook_id, external_id, reference, kind, body, received_at
            FROM :rows
              ON CONFLICT (realm_id, id) DO NOTHING
          RETURNING id\
          """);

  private static final String OLD =
      """
      SELECT realm_id, id
        FROM provider_webhook
       WHERE received_at < ?
       ORDER BY received_at
       LIMIT ?
      """;

  private static final String DELETE =
      """
      DELETE FROM provider_webhook
       WHERE realm_id = ?
         AND id IN (
             SELECT id
               FROM provider_webhook
              WHERE realm_id = ?
                AND id = ANY(?)
                FOR UPDATE SKIP LOCKED)
      """;

  private static final String SELECT =
      """
      SELECT n.id, n.connector_id, n.kind, n.external_id, n.received_at, a.payment_id
        FROM provider_webhook n
        LEFT JOIN attempt_payment a
          ON a.realm_id = n.realm_id
         AND a.id = n.reference
       WHERE n.realm_id = ?
      """;

  private static final String NEWEST_FIRST = " ORDER BY n.received_at DESC, n.id DESC LIMIT ?";

  private static final String OF_CONNECTOR = SELECT + "   AND n.connector_id = ?\n";

  /**
   * The position of the webhook at a page's end. If that webhook was deleted, the page is empty.
   */
  private static final String PLACE =
      "(SELECT received_at, id FROM provider_webhook WHERE realm_id = ? AND id = ?)\n";

  private static final String LIST = OF_CONNECTOR + NEWEST_FIRST;

  private static final String LIST_OLDER =
      OF_CONNECTOR + "   AND (n.received_at, n.id) < " + PLACE + NEWEST_FIRST;

  private static final String LIST_NEWER =
      OF_CONNECTOR
          + "   AND (n.received_at, n.id) > "
          + PLACE
          + " ORDER BY n.received_at, n.id LIMIT ?";

  private static final String LIST_OF_ATTEMPTS =
      SELECT + "   AND n.reference = ANY(?)\n" + NEWEST_FIRST;

  private final Db db;

  public ProviderWebhookStore(Db db) {
    this.db = db;
  }

  /**
   * Returns the insert of a webhook.
   *
   * @param id from {@link #id}
   * @param reference Florin's reference of the operation
   * @param sealed its encrypted body
   */
  static Write insert(
      Instance instance,
      UUID id,
      String webhookId,
      ProviderWebhook webhook,
      OperationRef reference,
      String sealed,
      Instant received) {
    return INSERT.row(
        instance.realm().id(),
        id,
        instance.id().uuid(),
        webhookId,
        webhook.externalId(),
        reference.id().uuid(),
        webhook.kind(),
        sealed,
        received);
  }

  /** Returns a hash as the id, so that a duplicate has the same key. */
  static UUID id(Instance instance, String webhookId) {
    var hash = ByteBuffer.wrap(Sha256.of(instance.id().text() + webhookId));
    return new UUID(hash.getLong(), hash.getLong());
  }

  /**
   * Returns a page of one connector's webhooks. Their ids aren't ordered by time, so a page begins
   * at the position of a webhook.
   */
  Page<ReceivedProviderWebhook> list(Realm realm, ConnectorId connector, PageRequest page) {
    int rows = page.limit() + 1;
    Optional<UUID> end = page.startingAfter().or(page::endingBefore);
    List<ReceivedProviderWebhook> found =
        end.isEmpty()
            ? db.list(LIST, ProviderWebhookStore::read, realm.id(), connector.uuid(), rows)
            : db.list(
                page.isBackwards() ? LIST_NEWER : LIST_OLDER,
                ProviderWebhookStore::read,
                realm.id(),
                connector.uuid(),
                realm.id(),
                end.get(),
                rows);
    return Page.of(page, found);
  }

  List<ReceivedProviderWebhook> list(Realm realm, List<AttemptId> attempts, int most) {
    UUID[] references = attempts.stream().map(AttemptId::uuid).toArray(UUID[]::new);
    return db.list(LIST_OF_ATTEMPTS, ProviderWebhookStore::read, realm.id(), references, most);
  }

  private static ReceivedProviderWebhook read(ResultSet row) throws SQLException {
    return new ReceivedProviderWebhook(
        new ProviderWebhookId(row.getObject("id", UUID.class)),
        new ConnectorId(row.getObject("connector_id", UUID.class)),
        row.getString("kind"),
        Optional.ofNullable(row.getString("external_id")),
        Optional.ofNullable(row.getObject("payment_id", UUID.class)).map(PaymentId::new),
        Db.getInstant(row, "received_at"));
  }

  /** Deletes a batch of old webhooks. Returns how many were deleted. */
  int deleteBefore(Instant time, int most) {
    return db.updateForEach(
        DELETE,
        DueRows.list(db, OLD, time, most),
        old -> new Object[] {old.realm(), old.realm(), old.array()});
  }
}
