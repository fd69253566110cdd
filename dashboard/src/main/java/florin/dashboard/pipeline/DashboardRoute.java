package florin.dashboard.pipeline;

import florin.core.Mode;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.team.Permission;

/**
 * One line of the table of routes, which defines permission, password and audit entry, and drives
 * their tests.
 *
 * @param permission the required permission, in test mode
 * @param liveAct the required permission in live mode
 * @param password when the password must have been given within the last minutes
 * @param quiet requested repeatedly by a page itself, which is no sign of a person
 * @param action the name in the audit log; empty for actions without an entry, such as most GETs
 * @param fileBytes the limit of a file in its form; 0 for forms without a large file
 * @param inCommit whether the audit entry is part of the commit that changes something; otherwise
 *     it is written before the handler runs
 */
public record DashboardRoute(
    String method,
    String template,
    Permission permission,
    Permission liveAct,
    Password password,
    boolean quiet,
    String action,
    int fileBytes,
    boolean inCommit,
    Handler handler) {

  /** When the password is required again. */
  public enum Password {
    NEVER,
    IN_LIVE_MODE,
    ALWAYS
  }

  /** Runs after all checks. */
  @FunctionalInterface
  public interface Handler {
    Response handle(DashboardRequest visit);
  }

  public static DashboardRoute get(String template, Permission permission, Handler handler) {
    return new DashboardRoute(
        "GET", template, permission, permission, Password.NEVER, false, "", 0, false, handler);
  }

  /**
   * Returns a route for a form.
   *
   * @param action `noun.verb`, for the audit log
   */
  public static DashboardRoute post(
      String template, Permission permission, String action, Handler handler) {
    return new DashboardRoute(
        "POST", template, permission, permission, Password.NEVER, false, action, 0, false, handler);
  }

  /** Returns this route with another permission in live mode. */
  public DashboardRoute live(Permission other) {
    return new DashboardRoute(
        method, template, permission, other, password, quiet, action, fileBytes, inCommit, handler);
  }

  /** Returns this route with the password required again. */
  public DashboardRoute withPassword(Password when) {
    return new DashboardRoute(
        method, template, permission, liveAct, when, quiet, action, fileBytes, inCommit, handler);
  }

  /** Returns this route as one that does not extend sessions. */
  public DashboardRoute quietly() {
    return new DashboardRoute(
        method,
        template,
        permission,
        liveAct,
        password,
        true,
        action,
        fileBytes,
        inCommit,
        handler);
  }

  /** Returns this route with an audit entry, for a GET that exports much data. */
  public DashboardRoute audited(String as) {
    return new DashboardRoute(
        method, template, permission, liveAct, password, quiet, as, fileBytes, inCommit, handler);
  }

  /** Returns this route with a large file in its form: {@link florin.http.Form#upload}. */
  public DashboardRoute withFile(int bytes) {
    return new DashboardRoute(
        method, template, permission, liveAct, password, quiet, action, bytes, inCommit, handler);
  }

  /**
   * Returns this route as one whose handler writes its audit entry with {@link
   * DashboardRequest#auditLine}. Such an action is one commit of the account's data and nothing
   * else. All others have an entry before they begin and another after, because their effects
   * outside a commit can't be rolled back with it.
   */
  public DashboardRoute auditedInCommit() {
    return new DashboardRoute(
        method, template, permission, liveAct, password, quiet, action, fileBytes, true, handler);
  }

  public boolean isAudited() {
    return !action.isEmpty();
  }

  public Permission act(Mode mode) {
    return mode.isLive() ? liveAct : permission;
  }

  public boolean asksForPassword(Mode mode) {
    return switch (password) {
      case NEVER -> false;
      case IN_LIVE_MODE -> mode.isLive();
      case ALWAYS -> true;
    };
  }

  /**
   * Returns whether it stays available to a member without a second factor if the account requires
   * one.
   */
  boolean isOpenWithoutFactor() {
    return permission == Permission.OWN_SECURITY || template.equals("/dashboard/account");
  }

  public boolean isPost() {
    return method.equals("POST");
  }
}
