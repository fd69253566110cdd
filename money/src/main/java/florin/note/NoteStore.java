package florin.note;

import florin.core.Id;
import florin.core.Id.CustomerId;
import florin.core.Id.NoteId;
import florin.core.Id.UserId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.Statement;
import florin.db.Write;
import florin.note.Notes.Note;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Notes in PostgreSQL. */
public final class NoteStore {
  /** Deletes notes. Its name sorts after the lock of the customer's row, so it sees every note. */
  private static final Statement FORGET =
      Statement.lenient(
          "note.forget",
          "note",
          "object_id",
          "realm_id bigint, object_id uuid",
          """
          DELETE FROM note n
           USING :rows r
           WHERE n.realm_id = :realm
             AND n.object_id = r.object_id
          RETURNING n.object_id\
          """);

  private static final String SELECT =
      """
      SELECT n.id, n.author_id, coalesce(u.name, '') AS name, n.text, n.created_at
        FROM note n
        LEFT JOIN author u ON u.id = n.author_id
       WHERE n.realm_id = ?
         AND n.object_id = ?
      """;

  private static final String LIST = SELECT + " ORDER BY n.created_at DESC, n.id DESC";

  private static final String FIND = SELECT + "   AND n.id = ?";

  private static final String FREE_PLACE =
      """
      SELECT p.place
        FROM generate_series(1, %d) AS p (place)
       WHERE NOT EXISTS (
             SELECT 1
               FROM note n
              WHERE n.realm_id = ?
                AND n.object_id = ?
                AND n.place = p.place)
       ORDER BY p.place
       LIMIT 1
      """
          .formatted(Note.MAX_OF_OBJECT);

  private static final String INSERT =
      """
      INSERT INTO note (realm_id, object_id, place, id, author_id, text, created_at)
      SELECT ?, ?, free.place, ?, ?, ?, ?
        FROM (%s) free
       WHERE NOT EXISTS (
             SELECT 1
               FROM note made
              WHERE made.realm_id = ?
                AND made.object_id = ?
                AND made.id = ?)
          ON CONFLICT (realm_id, object_id, place) DO NOTHING
      """
          .formatted(FREE_PLACE);

  /** Locks the customer, so that a concurrent deletion sees the note and deletes it too. */
  private static final String HOLD_CUSTOMER =
      """
      SELECT id
        FROM kept_customer
       WHERE realm_id = ?
         AND id = ?
         FOR SHARE
      """;

  private static final String DELETE =
      """
      DELETE FROM note
       WHERE realm_id = ?
         AND id = ?
      """;

  private final Db db;

  NoteStore(Db db) {
    this.db = db;
  }

  /** Returns a write for the changeset that deletes the object. */
  public static Write forget(Realm realm, Id object) {
    return FORGET.row(realm.id(), object.uuid());
  }

  List<Note> list(Realm realm, Id object) {
    return db.list(LIST, NoteStore::read, realm.id(), object.uuid());
  }

  Optional<Note> find(Realm realm, Id object, NoteId id) {
    return db.findOne(FIND, NoteStore::read, realm.id(), object.uuid(), id.uuid());
  }

  /**
   * Inserts a note. Returns false if it is there already, if another note has taken the slot in the
   * meantime, if no slot is free, or if the customer was deleted.
   */
  boolean insert(
      Realm realm,
      NoteId id,
      Id object,
      UserId author,
      String text,
      Instant now,
      Db.Work<?> audit) {
    UUID about = object.uuid();
    return db.transaction(connection -> {
      if (object instanceof CustomerId
          && Db.query(connection, HOLD_CUSTOMER, row -> row.getString("id"), realm.id(), about)
              .isEmpty()) {
        return false;
      }
      boolean isInserted =
          Db.update(
                  connection,
                  INSERT,
                  realm.id(),
                  about,
                  id.uuid(),
                  author.uuid(),
                  text,
                  now,
                  realm.id(),
                  about,
                  realm.id(),
                  about,
                  id.uuid())
              == 1;
      if (isInserted) {
        audit.run(connection);
      }
      return isInserted;
    });
  }

  void delete(Realm realm, NoteId id, Db.Work<?> audit) {
    db.transaction(connection -> {
      Db.update(connection, DELETE, realm.id(), id.uuid());
      return audit.run(connection);
    });
  }

  private static Note read(ResultSet row) throws SQLException {
    return new Note(
        new NoteId(row.getObject("id", UUID.class)),
        new UserId(row.getObject("author_id", UUID.class)),
        row.getString("name"),
        row.getString("text"),
        Db.getInstant(row, "created_at"));
  }
}
