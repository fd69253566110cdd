package florin.team;

import florin.core.Id.UserId;
import florin.core.Realm;
import florin.db.Db;
import florin.team.SavedViews.SavedView;
import java.util.List;
import java.util.Optional;

/** Saved views and chosen columns, in PostgreSQL. */
final class SavedViewStore {
  private static final String LIST =
      """
      SELECT name, query
        FROM saved_view
       WHERE user_id = ?
         AND realm_id = ?
         AND list = ?
       ORDER BY lower(name), name
      """;

  /** Locks the user, so that concurrent saves respect the limit. */
  private static final String LOCK =
      """
      SELECT 1
        FROM app_user
       WHERE id = ?
         FOR UPDATE
      """;

  private static final String SAVE =
      """
      INSERT INTO saved_view (user_id, realm_id, list, name, query)
      SELECT ?, ?, ?, ?, ?
       WHERE (SELECT count(*)
                FROM saved_view
               WHERE user_id = ?
                 AND realm_id = ?
                 AND (list, name) <> (?, ?)) < ?
          ON CONFLICT (user_id, realm_id, list, name)
          DO UPDATE SET query = EXCLUDED.query
      """;

  private static final String DELETE =
      """
      DELETE FROM saved_view
       WHERE user_id = ?
         AND realm_id = ?
         AND list = ?
         AND name = ?
      """;

  private static final String FIND_COLUMNS =
      """
      SELECT columns
        FROM list_columns
       WHERE user_id = ?
         AND list = ?
      """;

  private static final String SET_COLUMNS =
      """
      INSERT INTO list_columns (user_id, list, columns)
      VALUES (?, ?, ?)
          ON CONFLICT (user_id, list)
          DO UPDATE SET columns = EXCLUDED.columns
      """;

  private final Db db;

  SavedViewStore(Db db) {
    this.db = db;
  }

  List<SavedView> list(UserId user, Realm realm, String list) {
    return db.list(
        LIST,
        row -> new SavedView(row.getString("name"), row.getString("query")),
        user.uuid(),
        realm.id(),
        list);
  }

  boolean save(UserId user, Realm realm, String list, SavedView view) {
    return db.transaction(connection -> {
      Db.query(connection, LOCK, _ -> true, user.uuid());
      return Db.update(
              connection,
              SAVE,
              user.uuid(),
              realm.id(),
              list,
              view.name(),
              view.query(),
              user.uuid(),
              realm.id(),
              list,
              view.name(),
              SavedView.MAX_VIEWS)
          == 1;
    });
  }

  void delete(UserId user, Realm realm, String list, String name) {
    db.update(DELETE, user.uuid(), realm.id(), list, name);
  }

  Optional<List<String>> findColumns(UserId user, String list) {
    return db.findOne(
        FIND_COLUMNS,
        row -> List.of((String[]) row.getArray("columns").getArray()),
        user.uuid(),
        list);
  }

  void setColumns(UserId user, String list, List<String> columns) {
    db.update(SET_COLUMNS, user.uuid(), list, columns.toArray(String[]::new));
  }
}
