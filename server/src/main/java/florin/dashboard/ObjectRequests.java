package florin.dashboard;

import florin.account.Accounts;
import florin.core.PageRequest;
import florin.report.LoggedRequest;
import florin.report.RequestFilter;
import florin.report.RequestLog;
import florin.team.Act;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The logged requests of one object, for its page. */
public final class ObjectRequests {
  private static final int MAX_REQUESTS = 25;

  private final RequestLog requests;
  private final Accounts accounts;

  public ObjectRequests(RequestLog requests, Accounts accounts) {
    this.requests = requests;
    this.accounts = accounts;
  }

  /** Where all stand that touched it. */
  static String path(String object) {
    return RequestListPages.PATH + "?" + RequestQuery.OBJECT + "=" + object;
  }

  /**
   * The newest, for whom may see them; none for others.
   *
   * @param more that had to do with it, and of which some may not have touched it
   */
  List<RequestRow> list(Visit visit, String object, List<LoggedRequest> more) {
    if (!visit.may(Act.VIEW_REQUESTS)) {
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
        visit.may(Act.VIEW_KEYS) ? RequestRow.names(accounts.listKeys(visit.realm())) : Map.of());
  }
}
