package florin.dashboard;

import florin.core.Id.EventId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.event.EventFormats;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.http.Form;
import florin.http.Format;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The list of events. */
public final class EventListPages {
  static final String PATH = ListKind.EVENTS.path();

  private static final String TITLE = "Events";
  private static final String TYPE = "type";
  private static final String OBJECT = "object_id";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(TYPE, List.of(TYPE));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put("object", List.of(OBJECT));
  }

  private static final List<String> FIELDS = CHIPS.values().stream().flatMap(List::stream).toList();
  private static final List<String> KEPT =
      Stream.concat(FIELDS.stream(), Stream.of(Paging.ORDER)).toList();

  private static final List<SelectOption> TYPES =
      EventType.texts().stream().map(type -> new SelectOption(type, type)).toList();
  private static final Format<EventType> TYPE_FORMAT =
      Format.choice(Arrays.asList(EventType.values()), EventType::text);

  private final EventLog events;
  private final ListPages lists;
  private final InstantSource clock;

  public EventListPages(EventLog events, ListPages lists, InstantSource clock) {
    this.events = events;
    this.lists = lists;
    this.clock = clock;
  }

  /**
   * @param news see {@link PaymentListPages.View}
   */
  public record View(
      FilterBar filters,
      List<SelectOption> types,
      List<EventPages.Row> rows,
      Pager pager,
      ListTools tools,
      String news) {
    public View {
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    List<EventType> types = form.optional(TYPE, TYPE_FORMAT).stream().toList();
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    Optional<UUID> object = form.optional(OBJECT, EventFormats.OBJECT_ID);
    var paging = new Paging(PATH, visit.query(), KEPT);
    PageRequest asked = paging.request(EventId.KIND);
    Page<StoredEvent> page =
        form.isGood()
            ? events.list(visit.realm(), new EventFilter(object, types, created.span()), asked)
            : new Page<>(List.of(), false);
    Pager pager = paging.pager(asked, page, StoredEvent::id);
    Map<String, String> words =
        Map.of(
            TYPE,
            form.text(TYPE),
            "date",
            created.words(),
            "object",
            ListForm.shortened(form.text(OBJECT)));
    var view =
        new View(
            FilterBar.of(form, FilterChip.of(form, CHIPS, words), paging),
            TYPES,
            paging.shown(page).stream().map(EventPages.Row::of).toList(),
            pager,
            lists.tools(visit, ListKind.EVENTS, paging, Optional.empty()),
            news(form, paging, pager));
    return form.isGood() || ListForm.isFragment(visit)
        ? Response.Page.of("events", TITLE, view)
        : Response.Page.again("events", TITLE, view);
  }

  private static String news(Form form, Paging paging, Pager pager) {
    boolean isTold =
        pager.isFirst()
            && !paging.isOldestFirst()
            && FIELDS.stream().allMatch(name -> name.equals(TYPE) || form.text(name).isEmpty());
    String type = form.text(TYPE);
    return isTold ? (type.isEmpty() ? String.join(",", EventType.texts()) : type) : "";
  }
}
