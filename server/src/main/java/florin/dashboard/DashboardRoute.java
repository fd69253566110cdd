package florin.dashboard;

import florin.core.Mode;
import florin.team.Act;

/**
 * One line of the table: from it follow who may, whether the password is asked for again, what the
 * audit log says, and the tests of all that.
 *
 * @param act what the role must have the right to, in test mode
 * @param liveAct the same in live mode
 * @param password when the password must have been given within the last minutes
 * @param quiet asked for by a page itself, again and again: that is no sign of a person
 * @param action what the audit log calls it; empty for what it does not tell of, as most GETs
 * @param fileBytes how long a file may be that comes with its form; 0 for the short forms of all
 *     others
 * @param inCommit whether the audit entry is part of the commit that changes something; otherwise
 *     it is written before the handler runs
 */
record DashboardRoute(
    String method,
    String template,
    Act act,
    Act liveAct,
    Password password,
    boolean quiet,
    String action,
    int fileBytes,
    boolean inCommit,
    Handler handler) {

  /** When the password is asked for again. */
  enum Password {
    NEVER,
    IN_LIVE_MODE,
    ALWAYS
  }

  /** Runs once everything has been checked. */
  @FunctionalInterface
  interface Handler {
    Response handle(Visit visit);
  }

  static DashboardRoute get(String template, Act act, Handler handler) {
    return new DashboardRoute(
        "GET", template, act, act, Password.NEVER, false, "", 0, false, handler);
  }

  /**
   * @param action `noun.verb`, for the audit log
   */
  static DashboardRoute post(String template, Act act, String action, Handler handler) {
    return new DashboardRoute(
        "POST", template, act, act, Password.NEVER, false, action, 0, false, handler);
  }

  /** The same, for which another right is needed in live mode. */
  DashboardRoute live(Act other) {
    return new DashboardRoute(
        method, template, act, other, password, quiet, action, fileBytes, inCommit, handler);
  }

  /** The same, with the password again. */
  DashboardRoute withPassword(Password when) {
    return new DashboardRoute(
        method, template, act, liveAct, when, quiet, action, fileBytes, inCommit, handler);
  }

  /** The same, which keeps no session from ending. */
  DashboardRoute quietly() {
    return new DashboardRoute(
        method, template, act, liveAct, password, true, action, fileBytes, inCommit, handler);
  }

  /** The same, of which the audit log tells: for a GET by which much leaves the house. */
  DashboardRoute audited(String as) {
    return new DashboardRoute(
        method, template, act, liveAct, password, quiet, as, fileBytes, inCommit, handler);
  }

  /** The same, with a long file in its form: {@link florin.http.Form#upload}. */
  DashboardRoute withFile(int bytes) {
    return new DashboardRoute(
        method, template, act, liveAct, password, quiet, action, bytes, inCommit, handler);
  }

  /**
   * The same, whose handler writes its audit entry with {@link Visit#auditLine}: for an action that
   * is one commit of the account's data and does nothing else. All others are in the log before
   * they begin and after, since what they do outside that commit can't be rolled back with it.
   */
  DashboardRoute auditedInCommit() {
    return new DashboardRoute(
        method, template, act, liveAct, password, quiet, action, fileBytes, true, handler);
  }

  boolean isAudited() {
    return !action.isEmpty();
  }

  Act act(Mode mode) {
    return mode.isLive() ? liveAct : act;
  }

  boolean asksForPassword(Mode mode) {
    return switch (password) {
      case NEVER -> false;
      case IN_LIVE_MODE -> mode.isLive();
      case ALWAYS -> true;
    };
  }

  /** What is left to a member who has no second factor where the account requires one. */
  boolean isOpenWithoutFactor() {
    return act == Act.OWN_SECURITY || template.equals("/dashboard/account");
  }

  boolean isPost() {
    return method.equals("POST");
  }
}
