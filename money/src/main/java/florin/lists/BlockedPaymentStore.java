package florin.lists;

import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;

import florin.core.Id.ListEntryId;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.OldRows;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.lists.ListEntry.Listed;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The payments that the block list stopped, in PostgreSQL. */
public final class BlockedPaymentStore {
  private static final Table<Row> TABLE = new Table<>("blocked_payment", "b");

  static {
    TABLE.column("realm_id", SqlType.REALM, Row::realm);
  }

  private static final Column<Row, UUID> ID = TABLE.column("id", SqlType.UUID, Row::payment);
  private static final Column<Row, ListEntryId> LIST_ENTRY_ID =
      TABLE.column(
          "list_entry_id",
          SqlType.UUID.as(ListEntryId::uuid, ListEntryId::new),
          row -> row.block().entry());
  private static final Column<Row, ListKind> KIND =
      TABLE.column(
          "kind", TEXT.as(ListKind::text, ListKind::ofText), row -> row.block().listed().kind());
  private static final Column<Row, String> VALUE =
      TABLE.column("value", TEXT, row -> row.block().listed().value());

  static {
    TABLE.column("created_at", TIMESTAMPTZ, Row::at);
  }

  private static final RecordStatement<Row> INSERT = TABLE.insertWithout();

  private static final String LIST_OF =
      """
      SELECT *
        FROM blocked_payment
       WHERE realm_id = ?
         AND id = ANY(?)
      """;

  private static final OldRows OLD = new OldRows("blocked_payment", "created_at");

  private final Db db;

  public BlockedPaymentStore(Db db) {
    this.db = db;
  }

  private record Row(Realm realm, UUID payment, Block block, Instant at) {}

  /** The entry that stopped a payment, as it was then. */
  public record Block(ListEntryId entry, Listed listed) {}

  public static Write insert(Realm realm, UUID payment, Block block, Instant now) {
    return INSERT.row(new Row(realm, payment, block, now));
  }

  /** Returns what stopped these payments, as far as they were stopped in the last 29 days. */
  public Map<UUID, Block> find(Realm realm, Collection<UUID> payments) {
    return payments.isEmpty()
        ? Map.of()
        : db
            .list(
                LIST_OF,
                row ->
                    Map.entry(
                        ID.of(row),
                        new Block(LIST_ENTRY_ID.of(row), new Listed(KIND.of(row), VALUE.of(row)))),
                realm.id(),
                payments.toArray(UUID[]::new))
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Deletes a bounded batch of old rows of some accounts; returns their number. */
  int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }
}
