package florin.dashboard;

import florin.account.Accounts;
import florin.account.ApiKey;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.dashboard.ListPage.ListInquiry;
import florin.report.LoggedRequest;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog;
import florin.team.Act;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of logged API requests. */
public final class RequestListPages {
  static final String PATH = ListKind.REQUESTS.path();

  private final RequestLog requests;
  private final Accounts accounts;
  private final ListPage<LoggedRequest> page;
  private final InstantSource clock;

  public RequestListPages(
      RequestLog requests, Accounts accounts, ListPages lists, InstantSource clock) {
    this.requests = requests;
    this.accounts = accounts;
    this.page =
        new ListPage<>(
            ListKind.REQUESTS,
            RequestId.KIND,
            LoggedRequest::id,
            RequestQuery.FIELDS,
            lists,
            Optional.empty());
    this.clock = clock;
  }

  /**
   * The list.
   *
   * @param statuses the options of the filter, as {@code methods} and {@code keys}
   */
  public record View(
      ListFrame frame,
      List<SelectOption> statuses,
      List<SelectOption> methods,
      List<SelectOption> keys,
      List<ListTab> tabs,
      List<RequestRow> rows) {
    public View {
      statuses = List.copyOf(statuses);
      methods = List.copyOf(methods);
      keys = List.copyOf(keys);
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    List<ApiKey> keys = keys(visit);
    Map<KeyId, String> names = RequestRow.names(keys);
    RequestQuery query = RequestQuery.read(visit, requests, names, clock.instant());
    return page.show(
        visit,
        new ListInquiry<>(
            query.form(), query.chips(), asked -> Findings.of(find(visit, query, asked)), ""),
        (frame, found) ->
            new View(
                frame,
                RequestQuery.STATUSES,
                RequestQuery.METHODS,
                keys.stream().map(RequestRow.option()).toList(),
                tabs(visit, query),
                RequestRow.of(found, names)));
  }

  private Page<LoggedRequest> find(Visit visit, RequestQuery query, PageRequest asked) {
    return query
        .id()
        .map(id -> new Page<>(requests.find(visit.realm(), id).stream().toList(), false))
        .orElseGet(() -> requests.list(visit.realm(), query.filter(), asked));
  }

  /** Returns the keys of this mode, newest first; none if the member may not view them. */
  private List<ApiKey> keys(Visit visit) {
    return visit.may(Act.VIEW_KEYS)
        ? accounts.listKeys(visit.realm()).stream()
            .sorted(Comparator.comparing(ApiKey::created).reversed())
            .toList()
        : List.of();
  }

  private List<ListTab> tabs(Visit visit, RequestQuery query) {
    Paging paging = page.paging(visit);
    var tabs = new ArrayList<ListTab>();
    tabs.add(tab(visit, query, paging, Optional.empty()));
    for (StatusClass status : StatusClass.values()) {
      tabs.add(tab(visit, query, paging, Optional.of(status)));
    }
    return tabs;
  }

  private ListTab tab(
      Visit visit, RequestQuery query, Paging paging, Optional<StatusClass> status) {
    String text = status.map(RequestQuery::text).orElse("");
    Optional<Count> count =
        query.isCountable()
            ? Optional.of(requests.count(visit.realm(), status, query.received().span()))
            : Optional.empty();
    return new ListTab(
        paging.with(RequestQuery.STATUS, text),
        status.map(RequestQuery::words).orElse("All"),
        count,
        query.form().text(RequestQuery.STATUS).equals(text));
  }
}
