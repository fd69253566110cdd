package florin.dashboard;

import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.http.Form;
import florin.report.LoggedRequest;
import florin.report.RequestFilter;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** `/dashboard/requests`: the latest requests of the interface, without query and bodies. */
public final class RequestLogPages {
  static final String PATH = "/dashboard/requests";

  private final RequestLog requests;

  public RequestLogPages(RequestLog requests) {
    this.requests = requests;
  }

  /** A request in the list. */
  public record Row(
      String id,
      Instant received,
      String method,
      String path,
      int status,
      boolean isError,
      String duration,
      String key,
      Optional<String> error) {
    static Row of(LoggedRequest request) {
      return new Row(
          request.id().text(),
          request.received(),
          request.method(),
          request.path(),
          request.status(),
          request.isError(),
          String.format(Locale.ROOT, "%.1f ms", request.duration().toNanos() / 1e6),
          request.key().text(),
          request.error());
    }
  }

  /**
   * @param form the filters as they were typed
   */
  public record View(Form form, List<Row> rows, Pager pager) {
    public List<String> statuses() {
      return List.of("success", "client_error", "server_error");
    }

    public static String words(String status) {
      return switch (status) {
        case "success" -> "Succeeded (2xx)";
        case "client_error" -> "Wrong requests (4xx)";
        default -> "Our errors (5xx)";
      };
    }
  }

  Response list(Visit visit) {
    Form form =
        Form.of(
            Map.of(
                "id", visit.query().value("id").orElse("").strip(),
                "status", visit.query().value("status").orElse("")));
    if (!form.text("id").isEmpty()) {
      return page(form, one(visit, form), Pager.NONE);
    }
    var paging = new Paging(PATH, visit.query(), List.of("status"));
    PageRequest asked = paging.request(RequestId.KIND);
    RequestFilter filter = RequestFilter.by(status(form.text("status")));
    Page<LoggedRequest> page = requests.list(visit.realm(), filter, asked);
    return page(form, page.data(), paging.pager(asked, page, LoggedRequest::id));
  }

  private List<LoggedRequest> one(Visit visit, Form form) {
    Optional<RequestId> id = RequestId.KIND.parse(form.text("id"));
    if (id.isEmpty()) {
      form.wrong("id", "A request's id begins with req_ and stands in the header Request-Id.");
      return List.of();
    }
    return requests.find(visit.realm(), id.get()).stream().toList();
  }

  private static Response page(Form form, List<LoggedRequest> found, Pager pager) {
    return Response.Page.of(
        "requests", "Request log", new View(form, found.stream().map(Row::of).toList(), pager));
  }

  private static Optional<StatusClass> status(String text) {
    return switch (text) {
      case "success" -> Optional.of(StatusClass.SUCCESS);
      case "client_error" -> Optional.of(StatusClass.CLIENT_ERROR);
      case "server_error" -> Optional.of(StatusClass.SERVER_ERROR);
      default -> Optional.empty();
    };
  }
}
