package florin.dashboard.checkout;

import florin.core.Id.KeyId;
import florin.core.Id.ListEntryId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.Refusal;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Expiry;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.RiskText;
import florin.dashboard.parts.SelectOption;
import florin.http.Form;
import florin.http.Format;
import florin.lists.ListCommands;
import florin.lists.ListCommands.Author;
import florin.lists.ListCommands.NewEntry;
import florin.lists.ListEntry;
import florin.lists.ListEntry.Listed;
import florin.lists.ListFormats;
import florin.lists.ListKind;
import florin.lists.ListName;
import florin.lists.ListStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** `/dashboard/fraud/lists`: the block list and the allow list, and changes to them. */
public final class ListEntryPages {
  public static final String PATH = ObjectPath.LISTS;

  /** The form field and parameter that selects entries by a part of their value, or by an id. */
  public static final String SEARCH = "q";

  private static final String TEMPLATE = "list-entries";
  private static final String TITLE = "Block and allow lists";

  /** The most entries of each list on the page, the newest. The search finds the others. */
  private static final int MOST_SHOWN = 100;

  private static final int MOST_SEARCHED = 254;

  /** The fields of the form that the address of the page may fill in. */
  private static final List<String> PREFILLED = List.of("list", "kind", "value", "reason");

  private static final Format<ListName> LIST =
      Format.choice(List.of(ListName.values()), ListName::text);

  private final ListStore store;
  private final ListCommands commands;
  private final InstantSource clock;

  public ListEntryPages(ListStore store, ListCommands commands, InstantSource clock) {
    this.store = store;
    this.commands = commands;
    this.clock = clock;
  }

  /** One of the lists, as far as the page shows it. */
  public record ShownList(ListName name, Page<ListEntry> entries) {}

  /**
   * The page.
   *
   * @param search a part of the values or the id of an entry; empty for all entries
   */
  public record View(Form form, String search, List<ShownList> lists) {
    public View {
      lists = List.copyOf(lists);
    }

    /** Returns whether the page has a search field. Short lists need none. */
    public boolean isSearchable() {
      return !search.isEmpty() || lists.stream().anyMatch(list -> list.entries().hasMore());
    }

    public List<SelectOption> kinds() {
      return Stream.of(ListKind.values())
          .map(kind -> new SelectOption(kind.text(), RiskText.of(kind)))
          .toList();
    }
  }

  public Response show(DashboardRequest visit) {
    var values = new HashMap<>(Map.of("list", ListName.BLOCK.text()));
    PREFILLED.forEach(
        name -> visit.query().value(name).ifPresent(value -> values.put(name, value)));
    return Response.Page.of(TEMPLATE, TITLE, view(visit, Form.of(values)));
  }

  public Response add(DashboardRequest visit) {
    Form form = visit.form();
    ListName list = form.required("list", LIST);
    Optional<NewEntry> wanted = read(form);
    if (form.isGood() && wanted.isPresent()) {
      try {
        commands.add(
            visit.realm(),
            visit.auditedOrigin(ListEntry.class, entry -> describe(visit, entry)),
            list,
            wanted.get(),
            author(visit));
        return Done.to(PATH).saying("Entry added. All nodes use it within a second.");
      } catch (Refusal refused) {
        form.wrong("value", refused.problem());
      }
    }
    return Response.Page.again(TEMPLATE, TITLE, view(visit, form));
  }

  private Optional<NewEntry> read(Form form) {
    ListKind kind = form.required("kind", ListFormats.KIND);
    Optional<String> reason = form.optional("reason", ListFormats.REASON);
    Optional<Duration> expires = form.optional(Expiry.FIELD, Expiry.FORMAT);
    if (form.error("kind").isPresent()) {
      return Optional.empty();
    }
    String value = form.required("value", ListFormats.of(kind));
    return Optional.of(
        new NewEntry(new Listed(kind, value), reason, expires.map(clock.instant()::plus)));
  }

  public Response remove(DashboardRequest visit) {
    ListEntry entry = visit.find(ListEntryId.KIND, this::find);
    commands.remove(
        visit.realm(),
        visit.auditedOrigin(ListEntry.class, removed -> describe(visit, removed)),
        entry.list(),
        entry.id(),
        author(visit));
    return Done.to(PATH).saying("Entry removed. All nodes stop using it within a second.");
  }

  private Optional<ListEntry> find(Realm realm, ListEntryId id) {
    return Stream.of(ListName.values())
        .flatMap(list -> store.find(realm, list, id).stream())
        .findFirst();
  }

  /** The audit entry is in the commit of the change through its origin. */
  private static Author author(DashboardRequest visit) {
    return new Author(visit.session().user().email(), _ -> List.of());
  }

  private static void describe(DashboardRequest visit, ListEntry entry) {
    visit.about(entry.id());
    visit.note(entry.summary());
  }

  /** Returns whether an API key added the entry, and no member. */
  public static boolean isKey(ListEntry entry) {
    return KeyId.KIND.parse(entry.addedBy()).isPresent();
  }

  private View view(DashboardRequest visit, Form form) {
    String search =
        visit
            .query()
            .value(SEARCH)
            .map(String::strip)
            .filter(text -> text.length() <= MOST_SEARCHED)
            .orElse("");
    return new View(
        form,
        search,
        Stream.of(ListName.values())
            .map(list -> new ShownList(list, entries(visit.realm(), list, search)))
            .toList());
  }

  private Page<ListEntry> entries(Realm realm, ListName list, String search) {
    return ListEntryId.KIND
        .parse(search)
        .map(id ->
            new Page<>(
                store
                    .find(realm, list, id)
                    .filter(entry -> entry.isActive(clock.instant()))
                    .stream()
                    .toList(),
                false))
        .orElseGet(() ->
            store.list(
                realm,
                list,
                Optional.empty(),
                Optional.of(search.toLowerCase(Locale.ROOT)).filter(text -> !text.isEmpty()),
                clock.instant(),
                PageRequest.first(MOST_SHOWN)));
  }
}
