package florin.dashboard.people;

import florin.core.Id.UserId;
import florin.dashboard.list.ListForm;
import florin.dashboard.parts.Pager;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.Visit;
import florin.http.Form;
import florin.team.AuditEntry;
import florin.team.AuditLog;
import florin.team.AuditLog.AuditFilter;
import florin.team.Member;
import florin.team.Team;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The audit log, newest first. */
public final class AuditPages {
  private static final String PATH = "/dashboard/audit";
  private static final int PAGE = 50;

  private final AuditLog log;
  private final Team team;

  public AuditPages(AuditLog log, Team team) {
    this.log = log;
    this.team = team;
  }

  /**
   * The page.
   *
   * @param form the filter
   */
  public record View(
      Form form,
      List<SelectOption> people,
      List<SelectOption> actions,
      List<AuditEntry> entries,
      Pager pager) {
    /** Returns the shortened id of an object, with its distinguishing end. */
    public String shortened(String object) {
      return ListForm.shortened(object);
    }
  }

  public Response list(Visit visit) {
    long account = visit.session().member().account();
    String person = visit.query().value("person").orElse("");
    String action = visit.query().value("action").orElse("");
    var filter =
        new AuditFilter(
            UserId.KIND.parse(person), Optional.of(action).filter(text -> !text.isBlank()));
    Optional<Long> after = number(visit, "after");
    List<AuditEntry> found =
        after
            .map(number -> log.listAfter(account, filter, number, PAGE + 1))
            .orElseGet(() ->
                log.list(
                    account, filter, number(visit, "before").orElse(Long.MAX_VALUE), PAGE + 1));
    boolean more = found.size() > PAGE;
    List<AuditEntry> entries = shown(found, after.isPresent());
    boolean hasNewer = after.isPresent() ? more : number(visit, "before").isPresent();
    boolean hasOlder = after.isPresent() || more;
    Map<String, String> filters = new LinkedHashMap<>();
    filter.user().ifPresent(user -> filters.put("person", user.text()));
    filter.action().ifPresent(text -> filters.put("action", text));
    return Page.of(
        "audit",
        "Audit log",
        new View(
            Form.of(filters),
            people(account),
            actions(account),
            entries,
            pager(filters, entries, hasNewer, hasOlder)));
  }

  /** Drops the extra entry that tells whether there are more, at the end away from the cursor. */
  private static List<AuditEntry> shown(List<AuditEntry> found, boolean after) {
    int extra = Math.max(0, found.size() - PAGE);
    return after ? found.subList(extra, found.size()) : found.subList(0, found.size() - extra);
  }

  private static Pager pager(
      Map<String, String> filters, List<AuditEntry> entries, boolean newer, boolean older) {
    if (entries.isEmpty()) {
      return Pager.NONE;
    }
    return new Pager(
        Optional.of(path(filters, "after", entries.getFirst().number())).filter(_ -> newer),
        Optional.of(path(filters, "before", entries.getLast().number())).filter(_ -> older));
  }

  private static String path(Map<String, String> filters, String way, long number) {
    return Stream.concat(
            filters.entrySet().stream()
                .map(entry ->
                    entry.getKey()
                        + "="
                        + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8)),
            Stream.of(way + "=" + number))
        .collect(Collectors.joining("&", PATH + "?", ""));
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
    return Stream.concat(Stream.of(new SelectOption("", "Everyone")), people.values().stream())
        .toList();
  }

  private List<SelectOption> actions(long account) {
    return Stream.concat(
            Stream.of(new SelectOption("", "All actions")),
            log.listActions(account).stream()
                .map(action -> new SelectOption(action, ActionText.of(action)))
                .sorted(Comparator.comparing(SelectOption::words)))
        .toList();
  }

  /** Returns a number of the query; empty if it is invalid. */
  private static Optional<Long> number(Visit visit, String name) {
    return visit.query().value(name).filter(text -> text.matches("[0-9]{1,18}")).map(Long::valueOf);
  }
}
