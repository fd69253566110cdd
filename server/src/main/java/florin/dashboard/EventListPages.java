package florin.dashboard;

import florin.core.Id.EventId;
import florin.core.Page.Findings;
import florin.dashboard.ListPage.ListInquiry;
import florin.event.EventFormats;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.http.Form;
import florin.http.Format;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The list of events. */
public final class EventListPages {
  static final String PATH = ListKind.EVENTS.path();

  private static final String TYPE = "type";
  private static final String OBJECT = "object_id";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(TYPE, List.of(TYPE));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put("object", List.of(OBJECT));
  }

  private static final List<String> FIELDS = CHIPS.values().stream().flatMap(List::stream).toList();

  private static final List<SelectOption> TYPES =
      EventType.texts().stream().map(type -> new SelectOption(type, type)).toList();
  private static final Format<EventType> TYPE_FORMAT =
      Format.choice(Arrays.asList(EventType.values()), EventType::text);

  private final EventLog events;
  private final ListPage<StoredEvent> page;
  private final long daysKept;
  private final InstantSource clock;

  /**
   * Creates the page.
   *
   * @param kept the retention period of events
   */
  public EventListPages(EventLog events, ListPages lists, Duration kept, InstantSource clock) {
    this.events = events;
    this.page =
        new ListPage<>(
            ListKind.EVENTS, EventId.KIND, StoredEvent::id, FIELDS, lists, Optional.empty());
    this.daysKept = kept.toDays();
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param daysKept the retention period of events, in days
   */
  public record View(
      ListFrame frame, List<SelectOption> types, List<EventPages.Row> rows, long daysKept) {
    public View {
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    List<EventType> types = form.optional(TYPE, TYPE_FORMAT).stream().toList();
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    Optional<UUID> object = form.optional(OBJECT, EventFormats.OBJECT_ID);
    Map<String, String> words =
        Map.of(
            TYPE,
            form.text(TYPE),
            "date",
            created.words(),
            "object",
            ListForm.shortened(form.text(OBJECT)));
    var filter = new EventFilter(object, types, created.span());
    return page.show(
        visit,
        new ListInquiry<>(
            form,
            FilterChip.of(form, CHIPS, words),
            asked -> Findings.of(events.list(visit.realm(), filter, asked)),
            news(form)),
        (frame, found) ->
            new View(frame, TYPES, found.stream().map(EventPages.Row::of).toList(), daysKept));
  }

  private static String news(Form form) {
    String type = form.text(TYPE);
    return ListForm.isEmpty(form, FIELDS.stream().filter(name -> !name.equals(TYPE)).toList())
        ? (type.isEmpty() ? String.join(",", EventType.texts()) : type)
        : "";
  }
}
