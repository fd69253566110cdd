package florin.dashboard.parts;

import florin.core.Mode;
import florin.core.Problem;
import florin.dashboard.parts.Response.Page;
import florin.http.Problems;
import florin.team.Permission;
import florin.team.Role;
import florin.team.RolePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A page that explains an error: not found, not allowed, or not available.
 *
 * @param missing the object that was not found, if the page is of one
 */
public record Explanation(
    String title, String words, String request, Optional<MissingObject> missing) {
  public static final String UNWRITTEN =
      "The audit log can't be written, so Florin didn't carry out the request. Try again later. If this continues, tell your operator.";

  /**
   * An object that was not found.
   *
   * @param id the id in the address
   * @param path of its page
   * @param mode the other mode, if the object is in it
   */
  public record MissingObject(String id, String path, Optional<Mode> mode) {}

  private static final String NO_PAGE = "Page not found";

  private Explanation(String title, String words, String request) {
    this(title, words, request, Optional.empty());
  }

  /**
   * Returns the page for an object that was not found, which says where it was sought.
   *
   * @param account the account's name
   * @param mode the mode in which it was sought
   */
  public static Page missing(MissingObject missing, String account, Mode mode, String request) {
    String noun = ObjectPath.noun(missing.id()).toLowerCase(Locale.ROOT);
    String words =
        missing.mode().isPresent()
            ? "It is in %s mode, and you are in %s mode."
                .formatted(missing.mode().get().text(), mode.text())
            : "%s has none with this ID in %s mode. The link may be incomplete, or belong to another account."
                .formatted(account, mode.text());
    return new Explanation("We can't find this " + noun, words, request, Optional.of(missing))
        .page(404);
  }

  /** Returns whether nothing is at the address, so that the page offers others. */
  public boolean isMissingPage() {
    return title.equals(NO_PAGE);
  }

  private Page page(int status) {
    return new Page(status, "notice", title, this);
  }

  public static Page of(Problem problem, String request) {
    int status = Problems.status(problem);
    return switch (status) {
      case 403 -> new Explanation("Request rejected", problem.message(), request).page(403);
      case 404 ->
          new Explanation(
                  NO_PAGE,
                  "The link may be incomplete, or the page belongs to the other mode or another account.",
                  request)
              .page(404);
      case 409 ->
          new Explanation("Another action is in progress", problem.message(), request).page(409);
      case 503 ->
          new Explanation(
                  "One moment", "Florin is busy. Reload the page in a few seconds.", request)
              .page(503);
      default -> new Explanation("Request rejected", problem.message(), request).page(status);
    };
  }

  public static Page deadLink(DeadLink dead, String request) {
    return new Explanation("This link no longer works", dead.words(), request).page(404);
  }

  public static Page notAllowed(String words, String request) {
    return new Explanation("Your role doesn't allow this", words, request).page(403);
  }

  /** Returns a sentence that names the roles to ask: `Refunds need an owner or admin.` */
  public static String needing(String what, Permission permission) {
    List<String> roles =
        RolePermissions.listRolesThatMay(permission).stream().map(Role::text).toList();
    String last = roles.getLast();
    String names =
        roles.size() == 1
            ? last
            : String.join(", ", roles.subList(0, roles.size() - 1)) + " or " + last;
    return what + " " + (names.matches("[aeiou].*") ? "an " : "a ") + names + ".";
  }

  public static String lacking(Role role, Permission permission) {
    return "Your role, "
        + role.text()
        + ", can't "
        + permission.words()
        + ". "
        + needing("Ask", permission);
  }

  public static Page wrongWay(String request) {
    return new Explanation(
            "The dashboard needs HTTPS",
            "The dashboard handles passwords and payment data, so it doesn't open over plain HTTP from another machine or under this host name. Open it at http://127.0.0.1 on the same machine, give Florin a certificate (FLORIN_TLS_CERTIFICATE and FLORIN_TLS_KEY), or put a TLS proxy in front that passes on the Host header, and set FLORIN_BASE_URL to its address.",
            request)
        .page(403);
  }

  public static Page unwritten(String request) {
    return new Explanation("Nothing was changed", UNWRITTEN, request).page(500);
  }

  public static Page broken(String request) {
    return new Explanation(
            "Something went wrong",
            "Florin logged the error under the ID below. Reload the page. If the error persists, tell your operator.",
            request)
        .page(500);
  }
}
