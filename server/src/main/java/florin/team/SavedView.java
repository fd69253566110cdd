package florin.team;

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
