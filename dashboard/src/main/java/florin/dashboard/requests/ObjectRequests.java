package florin.dashboard.requests;

import florin.account.Accounts;
import florin.core.PageRequest;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.RequestRow;
import florin.report.LoggedRequest;
import florin.report.RequestFilter;
import florin.report.RequestLog;
import florin.team.Permission;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The logged requests of an object, for its page. */
public final class ObjectRequests {
  private static final int MAX_REQUESTS = 25;

  private final RequestLog requests;
  private final Accounts accounts;

  public ObjectRequests(RequestLog requests, Accounts accounts) {
    this.requests = requests;
    this.accounts = accounts;
  }

  /** Returns the path of the list with all requests that touched the object. */
  public static String path(String object) {
    return RequestListPages.PATH + "?" + RequestQuery.OBJECT.name() + "=" + object;
  }

  /**
   * Returns the newest requests; none if the member may not view them.
   *
   * @param more related requests, some of which may not have touched the object
   */
  public List<RequestRow> list(DashboardRequest visit, String object, List<LoggedRequest> more) {
    if (!visit.may(Permission.VIEW_REQUESTS)) {
      return List.of();
    }
    List<LoggedRequest> touching =
        requests
            .list(visit.realm(), RequestFilter.ofObject(object), PageRequest.first(MAX_REQUESTS))
            .data();
    return RequestRow.of(
        Stream.concat(touching.stream(), more.stream())
            .distinct()
            .sorted(Comparator.comparing((LoggedRequest one) -> one.id().text()).reversed())
            .toList(),
        visit.may(Permission.VIEW_KEYS)
            ? RequestRow.names(accounts.listKeys(visit.realm()))
            : Map.of());
  }
}
