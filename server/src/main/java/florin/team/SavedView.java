package florin.team;

/**
 * A list of the dashboard as somebody likes to see it.
 *
 * @param query what stands after the `?` in the list's address
 */
public record SavedView(String name, String query) {
  public static final int MAX_NAME = 40;
  public static final int MAX_QUERY = 1500;

  /** Of one user in one realm, on all lists. */
  public static final int MAX_VIEWS = 20;
}
