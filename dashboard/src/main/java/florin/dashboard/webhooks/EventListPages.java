package florin.dashboard.webhooks;

import static florin.dashboard.list.ListColumn.Style.LINE;

import florin.core.Id.EventId;
import florin.core.Page.Findings;
import florin.dashboard.list.Cell;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFilter;
import florin.dashboard.list.ListFrame;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.EventText;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.event.EventFormats;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The list of events. */
public final class EventListPages {
  private static final ListField<EventType> TYPE =
      ListField.choice(
          "type",
          "Type",
          "All types",
          List.of(EventType.values()),
          EventType::text,
          Function.identity());
  private static final ListField<UUID> OBJECT =
      ListField.text(
          "object_id", "Object ID", EventFormats.OBJECT_ID, "pay_…, re_…, cus_…", "", 40);

  public static final ListSpec<StoredEvent> LIST =
      ListSpec.<StoredEvent>of(
              "events",
              "/dashboard/events",
              "Events",
              EventListPages::path,
              List.of(
                  TYPE.alone(),
                  DateFilter.FILTER,
                  new ListFilter("object", "About", List.of(OBJECT))))
          .always(
              "Type", LINE, "main", event -> new Cell.Link(path(event), event.type(), false, ""))
          .usual("object", "About", LINE, "sub", EventListPages::object)
          .created("When", "status", EventText::created)
          .id(event -> event.id().text());

  public static final String PATH = LIST.path();

  private final EventLog events;
  private final ListPage<StoredEvent, StoredEvent> page;
  private final long daysKept;
  private final InstantSource clock;

  /**
   * Creates the page.
   *
   * @param kept the retention period of events
   */
  public EventListPages(EventLog events, ListPages lists, Duration kept, InstantSource clock) {
    this.events = events;
    this.page = new ListPage<>(LIST, EventId.KIND, StoredEvent::id, lists, Optional.empty());
    this.daysKept = kept.toDays();
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param daysKept the retention period of events, in days
   */
  public record View(ListFrame frame, long daysKept) {}

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    List<EventType> types = request.get(TYPE).stream().toList();
    DateFilter created = DateFilter.of(request, clock.instant());
    var filter = new EventFilter(request.get(OBJECT), types, created.span());
    return page.show(
        visit,
        new ListInquiry<>(
            request,
            asked -> Findings.of(events.list(visit.realm(), filter, asked)),
            news(request)),
        List.of(),
        Function.identity(),
        frame -> new View(frame, daysKept));
  }

  /** Returns the path of the list with the events about an object. */
  public static String path(String object) {
    return PATH + "?" + OBJECT.name() + "=" + object;
  }

  private static String path(StoredEvent event) {
    return ObjectPath.of(event.id());
  }

  private static Cell object(StoredEvent event) {
    String object = EventText.object(event).orElse("");
    return new Cell.ObjectLink(object, ObjectPath.of(object));
  }

  private static String news(ListRequest request) {
    String type = request.text(TYPE);
    return request.hasOnly(TYPE.alone())
        ? (type.isEmpty() ? String.join(",", EventType.texts()) : type)
        : "";
  }
}
