package florin.dashboard.requests;

import static florin.dashboard.list.ListColumn.Style.KEY;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.REQUEST;
import static florin.dashboard.list.ListColumn.Style.WIDE_LINE;

import florin.account.Accounts;
import florin.account.ApiKey;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.dashboard.list.Cell;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.RequestRow;
import florin.dashboard.parts.Response;
import florin.report.LoggedRequest;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog;
import florin.team.Permission;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list of logged API requests. */
public final class RequestListPages {
  public static final ListSpec<RequestRow> LIST =
      ListSpec.<RequestRow>of(
              "requests", "/dashboard/requests", "Logs", RequestRow::path, RequestQuery.FILTERS)
          .searchable()
          .always("Request", REQUEST, "main", Cell.Request::new)
          .usual(
              "status", "Status", LINE, "status", row -> new Cell.Status(row.pill(), row.error()))
          .usual("touched", "Object", WIDE_LINE, RequestListPages::touched)
          .usual("key", "Key", KEY, row -> Cell.foreign(row.key()))
          .usual("duration", "Time taken", LINE, row -> Cell.text(row.duration()))
          .created("When", "when", row -> row.request().received())
          .optional("address", "Address", LINE, row -> Cell.text(row.request().address()))
          .id(row -> row.request().id().text());

  public static final String PATH = LIST.path();

  private final RequestLog requests;
  private final Accounts accounts;
  private final ListPage<LoggedRequest, RequestRow> page;
  private final InstantSource clock;

  public RequestListPages(
      RequestLog requests, Accounts accounts, ListPages lists, InstantSource clock) {
    this.requests = requests;
    this.accounts = accounts;
    this.page = new ListPage<>(LIST, RequestId.KIND, LoggedRequest::id, lists, Optional.empty());
    this.clock = clock;
  }

  /** Returns the first object that the request touched. */
  private static Cell touched(RequestRow row) {
    String object = row.request().objects().findFirst().orElse("");
    return new Cell.Code(ListForm.shortened(object), Optional.of(object), Optional.empty());
  }

  public Response show(DashboardRequest visit) {
    List<ApiKey> keys = keys(visit);
    Map<KeyId, String> names = RequestRow.names(keys);
    var request = ListRequest.of(visit, LIST);
    RequestQuery query = RequestQuery.read(request, visit.realm(), requests, clock.instant());
    RequestQuery.offer(request, keys);
    return page.show(
        visit,
        new ListInquiry<>(request, asked -> Findings.of(find(visit, query, asked)), ""),
        page.tabs(
            visit,
            request,
            RequestQuery.STATUS,
            List.of(StatusClass.values()),
            RequestQuery::text,
            status -> requests.count(visit.realm(), status, query.filter().received()).text()),
        found -> RequestRow.of(found, names));
  }

  private Page<LoggedRequest> find(DashboardRequest visit, RequestQuery query, PageRequest asked) {
    return query
        .id()
        .map(id -> new Page<>(requests.find(visit.realm(), id).stream().toList(), false))
        .orElseGet(() -> requests.list(visit.realm(), query.filter(), asked));
  }

  /** Returns the keys of this mode, newest first; none if the member may not view them. */
  private List<ApiKey> keys(DashboardRequest visit) {
    return visit.may(Permission.VIEW_KEYS)
        ? accounts.listKeys(visit.realm()).stream()
            .sorted(Comparator.comparing(ApiKey::created).reversed())
            .toList()
        : List.of();
  }
}
