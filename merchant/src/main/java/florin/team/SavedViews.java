package florin.team;

import florin.db.Db;
import java.util.List;
import java.util.Optional;

/** A user's saved views and columns of dashboard lists. */
public final class SavedViews {
  private final SavedViewStore store;

  /**
   * A saved view of a dashboard list.
   *
   * @param query the text after `?` in the list's URL
   */
  public record SavedView(String name, String query) {
    public static final int MAX_NAME = 40;
    public static final int MAX_QUERY = 1500;

    /** The most views of a user in a realm, on all lists. */
    public static final int MAX_VIEWS = 20;
  }

  public SavedViews(Db db) {
    this.store = new SavedViewStore(db);
  }

  /** Returns the views in this account and mode, by name. */
  public List<SavedView> list(Session session, String list) {
    return store.list(session.user().id(), session.realm(), list);
  }

  /**
   * Saves a view, which replaces one of the same name.
   *
   * @return false if there are {@link SavedView#MAX_VIEWS} others
   */
  public boolean save(Session session, String list, SavedView view) {
    return store.save(session.user().id(), session.realm(), list, view);
  }

  public void delete(Session session, String list, String name) {
    store.delete(session.user().id(), session.realm(), list, name);
  }

  /** Returns the columns for all accounts and modes; empty if the user has not chosen any. */
  public Optional<List<String>> findColumns(Session session, String list) {
    return store.findColumns(session.user().id(), list);
  }

  public void chooseColumns(Session session, String list, List<String> columns) {
    store.setColumns(session.user().id(), list, columns);
  }
}
