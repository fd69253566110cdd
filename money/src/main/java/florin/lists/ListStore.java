package florin.lists;

import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.core.Id.ListEntryId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.OldRows;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import florin.lists.ListEntry.Listed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The entries of block lists and allow lists in PostgreSQL. */
public final class ListStore {
  private static final Table<ListEntry> TABLE = new Table<>("list_entry", "l");

  private static final Column<ListEntry, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, ListEntry::realm);
  private static final Column<ListEntry, ListEntryId> ID =
      TABLE.column("id", UUID.as(ListEntryId::uuid, ListEntryId::new), ListEntry::id);
  private static final Column<ListEntry, ListName> LIST =
      TABLE.column("list", TEXT.as(ListName::text, ListName::ofText), ListEntry::list);
  private static final Column<ListEntry, ListKind> KIND =
      TABLE.column("kind", TEXT.as(ListKind::text, ListKind::ofText), it -> it.listed().kind());
  private static final Column<ListEntry, String> VALUE =
      TABLE.column("value", TEXT, it -> it.listed().value());
  private static final Column<ListEntry, Optional<String>> REASON =
      TABLE.optional("reason", TEXT, ListEntry::reason);
  private static final Column<ListEntry, String> ADDED_BY =
      TABLE.column("added_by", TEXT, ListEntry::addedBy);
  private static final Column<ListEntry, Optional<Instant>> EXPIRES_AT =
      TABLE.optional("expires_at", TIMESTAMPTZ, ListEntry::expires);
  private static final Column<ListEntry, Boolean> REMOVED =
      TABLE.column("removed", BOOLEAN, ListEntry::isRemoved);
  private static final Column<ListEntry, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, ListEntry::created);
  private static final Column<ListEntry, Instant> CHANGED_AT =
      TABLE.column(
          "changed_at",
          TIMESTAMPTZ,
          it -> it.isRemoved() ? it.expires().orElseThrow() : it.created());

  /** Inserts an entry, unless its value is on the list. An expired entry is replaced. */
  private static final RecordStatement<ListEntry> ADD =
      TABLE.guarded(
          "list_entry.add",
          """
          INSERT INTO list_entry AS l (realm_id, id, list, kind, value, reason, added_by, expires_at, removed, created_at, changed_at)
          SELECT realm_id, id, list, kind, value, reason, added_by, expires_at, removed, created_at, changed_at
            FROM :rows
              ON CONFLICT (realm_id, list, kind, value) WHERE NOT removed DO UPDATE
             SET id = EXCLUDED.id,
                 reason = EXCLUDED.reason,
                 added_by = EXCLUDED.added_by,
                 expires_at = EXCLUDED.expires_at,
                 created_at = EXCLUDED.created_at,
                 changed_at = EXCLUDED.changed_at
           WHERE l.expires_at <= EXCLUDED.created_at
          RETURNING l.id\
          """);

  private static final RecordStatement<ListEntry> REMOVE =
      TABLE.guarded(
          "list_entry.remove",
          """
          UPDATE list_entry l
             SET removed = true,
                 expires_at = r.expires_at,
                 changed_at = r.changed_at
            FROM :rows r
           WHERE l.realm_id = :realm
             AND l.id = r.id
             AND NOT l.removed
          RETURNING l.id\
          """);

  private static final String SELECT = "SELECT * FROM list_entry";

  private static final String FIND =
      SELECT + " WHERE realm_id = ? AND id = ? AND list = ? AND NOT removed";

  private static final String FIND_VALUE =
      SELECT + " WHERE realm_id = ? AND list = ? AND kind = ? AND value = ? AND NOT removed";

  private static final String LIST_OF =
      SELECT
          + " WHERE realm_id = ? AND NOT removed AND (expires_at IS NULL OR expires_at > ?) ORDER BY realm_id, id LIMIT ?";

  private static final String LIST_CHANGED =
      SELECT + " WHERE changed_at > ? ORDER BY changed_at LIMIT ?";

  private static final String COUNT =
      """
      SELECT count(*) AS entries
        FROM list_entry
       WHERE realm_id = ?
         AND NOT removed
         AND (expires_at IS NULL OR expires_at > ?)
      """;

  private static final OldRows OLD = new OldRows("list_entry", "expires_at");

  private final Db db;

  public ListStore(Db db) {
    this.db = db;
  }

  static Write add(ListEntry entry) {
    return ADD.row(entry);
  }

  static Write remove(ListEntry removed) {
    return REMOVE.row(removed);
  }

  public Optional<ListEntry> find(Realm realm, ListName list, ListEntryId id) {
    return db.findOne(FIND, ListStore::read, realm.id(), id.uuid(), list.text());
  }

  /** Returns the entry of a value; it may have expired. */
  public Optional<ListEntry> find(Realm realm, ListName list, Listed listed) {
    return db.findOne(
        FIND_VALUE, ListStore::read, realm.id(), list.text(), listed.kind().text(), listed.value());
  }

  /**
   * Returns a page of entries that have an effect, newest first.
   *
   * @param part of the values; empty for all values
   */
  public Page<ListEntry> list(
      Realm realm,
      ListName list,
      Optional<ListKind> kind,
      Optional<String> part,
      Instant now,
      PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("list = ?", list.text())
        .and("kind = ?", kind.map(ListKind::text))
        .and("position(? IN value) > 0", part)
        .and("NOT removed")
        .and("(expires_at IS NULL OR expires_at > ?)", now)
        .page(db, page, ListStore::read);
  }

  /** Returns all entries of an account and mode that have an effect, the oldest first. */
  List<ListEntry> listOf(Realm realm, Instant now, int limit) {
    return db.list(LIST_OF, ListStore::read, realm.id(), now, limit);
  }

  /** An entry, and when it was added or removed. */
  record Changed(ListEntry entry, Instant at) {}

  /** Returns entries of all accounts that were added or removed, in that order. */
  List<Changed> listChanged(Instant since, int limit) {
    return db.list(LIST_CHANGED, row -> new Changed(read(row), CHANGED_AT.of(row)), since, limit);
  }

  int count(Realm realm, Instant now) {
    return db.list(COUNT, row -> row.getInt("entries"), realm.id(), now).getFirst();
  }

  /** Deletes a bounded batch of ended entries of some accounts; returns their number. */
  int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }

  private static ListEntry read(ResultSet row) throws SQLException {
    return new ListEntry(
        REALM.of(row),
        ID.of(row),
        LIST.of(row),
        new Listed(KIND.of(row), VALUE.of(row)),
        REASON.of(row),
        ADDED_BY.of(row),
        EXPIRES_AT.of(row),
        REMOVED.of(row),
        CREATED_AT.of(row));
  }
}
