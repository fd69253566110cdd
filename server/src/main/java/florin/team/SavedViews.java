package florin.team;

import florin.db.Db;
import java.util.List;
import java.util.Optional;

/** What people keep of the dashboard's lists: views by a name, and the columns they want. */
public final class SavedViews {
  private final SavedViewStore store;

  public SavedViews(Db db) {
    this.store = new SavedViewStore(db);
  }

  /** Of this account and mode, by name. */
  public List<SavedView> list(Session session, String list) {
    return store.list(session.user().id(), session.realm(), list);
  }

  /**
   * In place of a view of that name.
   *
   * @return false where there are {@link SavedView#MAX_VIEWS} others
   */
  public boolean save(Session session, String list, SavedView view) {
    return store.save(session.user().id(), session.realm(), list, view);
  }

  public void delete(Session session, String list, String name) {
    store.delete(session.user().id(), session.realm(), list, name);
  }

  /** In all accounts and modes; empty for whoever has not chosen. */
  public Optional<List<String>> findColumns(Session session, String list) {
    return store.findColumns(session.user().id(), list);
  }

  public void chooseColumns(Session session, String list, List<String> columns) {
    store.setColumns(session.user().id(), list, columns);
  }
}
