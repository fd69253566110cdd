package florin.dashboard.requests;

import florin.account.Accounts;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.EventText;
import florin.dashboard.parts.Fact;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.RequestRow;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.TimeText;
import florin.db.IdTime;
import florin.docs.OperationText.Code;
import florin.event.EventFormats;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.http.FieldList;
import florin.http.Form;
import florin.http.JsonText;
import florin.report.LoggedRequest;
import florin.report.LoggedRequest.LoggedError;
import florin.report.RequestFilter;
import florin.report.RequestLog;
import florin.team.Permission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The page of a logged request: its content, its caller, its result and its effects. */
public final class RequestPages {
  private static final int MAX_EVENTS = 20;
  private static final int MAX_REPEATS = 10;

  /** The time after a request in which events still count as its effects. */
  private static final Duration LATER = Duration.ofMinutes(1);

  private final RequestLog requests;
  private final Accounts accounts;
  private final EventLog events;

  public RequestPages(RequestLog requests, Accounts accounts, EventLog events) {
    this.requests = requests;
    this.accounts = accounts;
    this.events = events;
  }

  /**
   * The page of a request.
   *
   * @param facts the details of the request
   * @param fields the stored fields as JSON, without those that must not be stored
   * @param noFields why there are no fields
   * @param isPartly whether some fields were not stored
   * @param codes the request in each language
   * @param repeats other requests with the same idempotency key
   */
  public record View(
      RequestRow row,
      Optional<LoggedError> error,
      List<Fact> facts,
      Optional<String> fields,
      String noFields,
      boolean isPartly,
      List<Code> codes,
      List<StoredEvent> events,
      List<RequestRow> repeats) {
    public View {
      facts = List.copyOf(facts);
      codes = List.copyOf(codes);
      events = List.copyOf(events);
      repeats = List.copyOf(repeats);
    }
  }

  /** Shows the page. If the log has no such request, the list reports it. */
  public Response show(DashboardRequest visit) {
    RequestId id = visit.id(RequestId.KIND);
    Optional<LoggedRequest> found = requests.find(visit.realm(), id);
    return found.isEmpty()
        ? Done.to(RequestListPages.PATH + "?" + ListSpec.SEARCH + "=" + id.text())
        : Response.Page.of(
            "request", found.get().method() + " " + found.get().path(), view(visit, found.get()));
  }

  private View view(DashboardRequest visit, LoggedRequest request) {
    var names =
        visit.may(Permission.VIEW_KEYS)
            ? RequestRow.names(accounts.findKey(visit.realm(), request.key()).stream().toList())
            : Map.<KeyId, String>of();
    RequestRow row = RequestRow.of(request, names);
    List<StoredEvent> caused = caused(request);
    return new View(
        row,
        request.error(),
        facts(visit, request, row, caused),
        request.fields().map(text -> JsonText.of(text).pretty()),
        noFields(request),
        request.fields().filter(text -> text.contains(FieldList.NOT_KEPT)).isPresent(),
        CurlText.of(request, visit.origin()),
        caused,
        RequestRow.of(repeats(request), names));
  }

  private static List<Fact> facts(
      DashboardRequest visit, LoggedRequest request, RequestRow row, List<StoredEvent> caused) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.of("When", TimeText.seconds(request.received())));
    facts.add(Fact.of("Time taken", row.duration()));
    Fact key = Fact.of("Key", row.key());
    facts.add(
        visit.may(Permission.VIEW_KEYS)
            ? key.to(
                RequestListPages.PATH + "?" + RequestQuery.KEY.name() + "=" + request.key().text())
            : key);
    facts.add(Fact.code("Address", request.address()));
    request
        .objects()
        .forEach(object -> {
          Fact fact = Fact.code(ObjectPath.noun(object), object);
          facts.add(ObjectPath.of(object).map(fact::to).orElse(fact));
        });
    request.traits().idempotencyMark().ifPresent(_ -> facts.add(idempotencyKey(caused)));
    facts.add(Fact.code("ID", request.id().text()));
    return facts;
  }

  /** Returns the idempotency key. The log doesn't store it, but an event of the request does. */
  private static Fact idempotencyKey(List<StoredEvent> caused) {
    return caused.stream()
        .flatMap(event -> JsonText.of(event.body()).find("/request/idempotency_key").stream())
        .findFirst()
        .map(key -> Fact.code("Idempotency key", key))
        .orElse(Fact.of("Idempotency key", "Sent, not stored"));
  }

  private static String noFields(LoggedRequest request) {
    return request.realm().isLive()
        ? "No parameters, or Florin doesn't store them. To store fields of live requests, turn it on in Business."
        : "No parameters.";
  }

  private List<LoggedRequest> repeats(LoggedRequest request) {
    return request
        .traits()
        .idempotencyMark()
        .map(mark ->
            requests
                .list(
                    request.realm(), RequestFilter.ofMark(mark), PageRequest.first(MAX_REPEATS + 1))
                .data()
                .stream()
                .filter(other -> !other.id().equals(request.id()))
                .limit(MAX_REPEATS)
                .toList())
        .orElse(List.of());
  }

  /**
   * Returns the events that name the request. The search covers the objects that the request
   * touched.
   */
  private List<StoredEvent> caused(LoggedRequest request) {
    var span =
        new IdTime.Span(
            Optional.of(request.received()),
            Optional.of(request.received().plus(request.duration()).plus(LATER)));
    return request
        .objects()
        .flatMap(object -> events(request.realm(), object, span))
        .filter(event -> EventText.request(event).filter(request.id()::equals).isPresent())
        .sorted(Comparator.comparing((StoredEvent event) -> event.id().text()))
        .toList();
  }

  private Stream<StoredEvent> events(Realm realm, String object, IdTime.Span span) {
    Form form = Form.of(Map.of("object", object));
    Optional<UUID> id = form.optional("object", EventFormats.OBJECT_ID).filter(_ -> form.isGood());
    return id.isEmpty()
        ? Stream.empty()
        : events
            .list(realm, new EventFilter(id, List.of(), span), PageRequest.first(MAX_EVENTS))
            .data()
            .stream();
  }
}
