package florin.dashboard;

import florin.core.Problem;
import florin.dashboard.Response.Page;
import florin.http.Problems;
import florin.team.Act;
import florin.team.Permissions;
import florin.team.Role;
import java.util.List;
import java.util.stream.Collectors;

/** A page that explains an error: not found, not allowed, or not available. */
public record Explanation(String title, String words, String request) {
  static final String UNWRITTEN =
      "The audit log can't be written, so Florin didn't carry out the request. Try again later. If this continues, tell your operator.";

  private Page page(int status) {
    return new Page(status, "notice", title, this);
  }

  static Page of(Problem problem, String request) {
    int status = Problems.status(problem);
    return switch (status) {
      case 403 -> new Explanation("That was not accepted", problem.message(), request).page(403);
      case 404 ->
          new Explanation(
                  "There is nothing here",
                  "The address may be incomplete, or it belongs to the other mode or another account.",
                  request)
              .page(404);
      case 409 ->
          new Explanation("Something else is under way", problem.message(), request).page(409);
      case 503 ->
          new Explanation(
                  "One moment",
                  "Florin cannot answer right now. Load the page again in a few seconds.",
                  request)
              .page(503);
      default -> new Explanation("That did not work", problem.message(), request).page(status);
    };
  }

  static Page deadLink(DeadLink dead, String request) {
    return new Explanation("This link does not work any more", dead.words(), request).page(404);
  }

  static Page notAllowed(Role role, Act act, String request) {
    return new Explanation("Your role does not allow this", lacking(role, act), request).page(403);
  }

  static String lacking(Role role, Act act) {
    List<Role> others = Permissions.listRolesThatMay(act);
    String names = others.stream().map(Role::title).collect(Collectors.joining(", "));
    return "A "
        + role.title()
        + " may not "
        + act.words()
        + ". These roles may: "
        + names
        + ". Ask an owner or admin of the account.";
  }

  static Page wrongWay(String request) {
    return new Explanation(
            "The dashboard needs HTTPS",
            "Passwords and card payments are shown here, so it does not open over plain HTTP from another machine or under this name. Open it on the machine itself at http://127.0.0.1, give Florin a certificate (FLORIN_TLS_CERTIFICATE and FLORIN_TLS_KEY), or put a proxy with TLS in front that passes the Host header on, and name its address in FLORIN_BASE_URL.",
            request)
        .page(403);
  }

  static Page unwritten(String request) {
    return new Explanation("Nothing was changed", UNWRITTEN, request).page(500);
  }

  static Page broken(String request) {
    return new Explanation(
            "Something went wrong on our side",
            "It was written down under the number below. Load the page again, and tell your operator if it stays so.",
            request)
        .page(500);
  }
}
