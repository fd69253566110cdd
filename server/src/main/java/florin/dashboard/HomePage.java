package florin.dashboard;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.dashboard.Result.Page;

/** Where the dashboard begins. */
public final class HomePage {
  /**
   * @param name of whoever is signed in
   */
  public record View(String name) {}

  Result show(Visit visit) {
    return Page.of("home", "Home", new View(visit.session().user().name()));
  }

  /** What looks like a page of ours and is none. */
  static Result unknown(Visit visit) {
    var problem =
        new Problem.NotFound(ErrorCode.ROUTE_UNKNOWN, "There is no page at this address.");
    return Notice.of(problem, visit.request().text());
  }
}
