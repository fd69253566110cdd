package florin.dashboard.people;

import florin.core.Id.UserId;
import florin.core.Mode;
import florin.core.Page.Findings;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.FilterBar;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Paging;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import florin.http.IdText;
import florin.team.AuditEntry;
import florin.team.AuditLog;
import florin.team.AuditLog.AuditFilter;
import florin.team.Member;
import florin.team.Team;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The audit log with a row for each action, newest first, and the CSV export of all entries. */
public final class AuditPages {
  private static final int PAGE = 50;

  private static final ListField<UserId> PERSON =
      ListField.choice(
          "person", "Person", "Everyone", List.of(), Format.id(UserId.KIND), ListForm::shortened);

  private static final ListField<String> ACTION =
      ListField.choice(
          "action",
          "Action",
          "All actions",
          List.of(),
          Format.text(
              "must be an action, such as payment.refund",
              "",
              text ->
                  Optional.of(text)
                      .filter(action -> action.matches("[a-z0-9_]{1,40}\\.[a-z0-9_]{1,40}"))),
          ActionText::of);

  private static final ListField<String> OBJECT =
      ListField.text(
          "object",
          "Object ID",
          Format.text(
              "must be an object's ID, such as pay_01h455vb4pex5vsknk084sn02q",
              "",
              text -> Optional.of(text).filter(IdText::is)),
          "pay_…, cus_…, key_…",
          "",
          40);

  /** The list, whose entries have numbers instead of ids. */
  private static final ListSpec<AuditEntry> LIST =
      ListSpec.of(
          "audit",
          "/dashboard/audit",
          "Audit log",
          AuditEntry::object,
          List.of(PERSON.alone(), DateFilter.FILTER, ACTION.alone(), OBJECT.alone("Object")));

  public static final String PATH = LIST.path();
  public static final String CSV_PATH = LIST.csvPath();

  private static final CsvExport.Columns<AuditEntry> FILE =
      new CsvExport.Columns<AuditEntry>()
          .column("number", entry -> Long.toString(entry.number()))
          .column("at", entry -> entry.at().toString())
          .column("person", AuditEntry::actor)
          .column("action", AuditEntry::action)
          .column("description", ActionText::sentence)
          .column("object", AuditEntry::object)
          .column("detail", AuditEntry::detail)
          .column("outcome", entry -> entry.outcome().text())
          .column("mode", entry -> entry.mode().text())
          .column("address", AuditEntry::address)
          .column("request", entry -> entry.request().text());

  private final AuditLog log;
  private final Team team;
  private final CsvExport exports;
  private final InstantSource clock;

  public AuditPages(AuditLog log, Team team, CsvExport exports, InstantSource clock) {
    this.log = log;
    this.team = team;
    this.exports = exports;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param mode of the viewer, whose objects have pages
   * @param export the address of the CSV export
   */
  public record View(
      FilterBar filters, List<AuditEntry> entries, Pager pager, Mode mode, String export) {
    /** Returns the shortened id of an object, with its distinguishing end. */
    public String shortened(String object) {
      return ListForm.shortened(object);
    }

    /** Returns the page of an entry's object; empty if it has none in this mode. */
    public Optional<String> path(AuditEntry entry) {
      return entry.mode() == mode ? ObjectPath.of(entry.object()) : Optional.empty();
    }
  }

  /** Returns the path of the list with the actions on an object. */
  public static String path(String object) {
    return PATH + "?" + OBJECT.name() + "=" + object;
  }

  public Response list(DashboardRequest visit) {
    long account = visit.session().member().account();
    var request = ListRequest.of(visit, LIST);
    AuditFilter filter = filter(request);
    List<SelectOption> people = people(account);
    request.offer(PERSON, people);
    request.offer(ACTION, actions(account));
    people.stream()
        .filter(person -> person.value().equals(request.text(PERSON)))
        .forEach(person -> request.describe(PERSON.alone(), person.words()));
    Optional<Long> after = number(visit, "after");
    List<AuditEntry> found =
        after
            .map(number -> log.listActsAfter(account, filter, number, PAGE + 1))
            .orElseGet(() ->
                log.listActs(
                    account, filter, number(visit, "before").orElse(Long.MAX_VALUE), PAGE + 1));
    boolean more = found.size() > PAGE;
    List<AuditEntry> entries = shown(found, after.isPresent());
    boolean hasNewer = after.isPresent() ? more : number(visit, "before").isPresent();
    boolean hasOlder = after.isPresent() || more;
    Paging paging = LIST.paging(visit);
    return Page.of(
        "audit",
        LIST.title(),
        new View(
            request.bar(paging),
            entries,
            pager(paging, entries, hasNewer, hasOlder),
            visit.realm().mode(),
            paging.whole(CSV_PATH)));
  }

  /** Exports the filtered entries: an action and its outcome are a line each. */
  public Response export(DashboardRequest visit) {
    long account = visit.session().member().account();
    AuditFilter filter = filter(ListRequest.of(visit, LIST));
    if (exports.isBusy()) {
      return Done.to(PATH).warning(CsvExport.BUSY);
    }
    return new Raw(
        exports.of(
            new CsvExport.Sheet<>(
                "audit.csv",
                FILE,
                request -> {
                  long before =
                      request
                          .startingAfter()
                          .map(UUID::getLeastSignificantBits)
                          .orElse(Long.MAX_VALUE);
                  List<AuditEntry> rows = log.list(account, filter, before, request.limit() + 1);
                  return Findings.of(florin.core.Page.of(request, rows));
                },
                entry -> new UUID(0, entry.number())),
            false));
  }

  private AuditFilter filter(ListRequest request) {
    return new AuditFilter(
        request.get(PERSON),
        request.get(ACTION),
        request.get(OBJECT),
        DateFilter.of(request, clock.instant()).span());
  }

  /** Drops the extra entry that tells whether there are more, at the end away from the cursor. */
  private static List<AuditEntry> shown(List<AuditEntry> found, boolean after) {
    int extra = Math.max(0, found.size() - PAGE);
    return after ? found.subList(extra, found.size()) : found.subList(0, found.size() - extra);
  }

  private static Pager pager(
      Paging paging, List<AuditEntry> entries, boolean newer, boolean older) {
    if (entries.isEmpty()) {
      return Pager.NONE;
    }
    return new Pager(
        Optional.of(paging.with("after", Long.toString(entries.getFirst().number())))
            .filter(_ -> newer),
        Optional.of(paging.with("before", Long.toString(entries.getLast().number())))
            .filter(_ -> older));
  }

  /** Returns current and former members. */
  private List<SelectOption> people(long account) {
    var people = new LinkedHashMap<UserId, SelectOption>();
    team.list(account).stream()
        .map(Member::user)
        .forEach(user -> people.put(user.id(), new SelectOption(user.id().text(), user.email())));
    log.listActors(account)
        .forEach(actor ->
            people.putIfAbsent(
                actor.user(),
                new SelectOption(actor.user().text(), actor.name() + ", former member")));
    return List.copyOf(people.values());
  }

  private List<SelectOption> actions(long account) {
    return log.listActions(account).stream()
        .map(action -> new SelectOption(action, ActionText.of(action)))
        .sorted(Comparator.comparing(SelectOption::words))
        .toList();
  }

  /** Returns a number of the query; empty if it is invalid. */
  private static Optional<Long> number(DashboardRequest visit, String name) {
    return visit.query().value(name).filter(text -> text.matches("[0-9]{1,18}")).map(Long::valueOf);
  }
}
