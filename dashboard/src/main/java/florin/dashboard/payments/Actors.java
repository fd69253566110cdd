package florin.dashboard.payments;

import florin.account.Accounts;
import florin.core.Id.RequestId;
import florin.core.Id.UserId;
import florin.dashboard.parts.DashboardRequest;
import florin.report.LoggedRequest;
import florin.report.RequestLog;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLog;
import florin.team.Permission;
import florin.team.Team;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The actors of the requests about an object. People come from the audit log. Programs come from
 * the request log, if it still has them and the viewer may see keys.
 */
public final class Actors {
  /** The most audit entries of an object that are read, the newest. */
  private static final int MAX_ENTRIES = 200;

  private final AuditLog audit;
  private final Team team;
  private final RequestLog requests;
  private final Accounts accounts;

  public Actors(AuditLog audit, Team team, RequestLog requests, Accounts accounts) {
    this.audit = audit;
    this.team = team;
    this.requests = requests;
    this.accounts = accounts;
  }

  /**
   * The actors of some requests.
   *
   * @param words the actor of each, such as `by Sam`
   * @param logged the API requests in the log, if the viewer may see it; newest first
   */
  record Known(Map<RequestId, String> words, List<LoggedRequest> logged) {
    static final Known NOBODY = new Known(Map.of(), List.of());

    Known {
      words = Map.copyOf(words);
      logged = List.copyOf(logged);
    }

    /** Returns ` by Sam`, or an empty text. */
    String by(Optional<RequestId> request) {
      return request.map(words::get).map(who -> " " + who).orElse("");
    }
  }

  /**
   * Returns the actors.
   *
   * @param object its id in the audit log
   * @param asked the requests
   */
  Known of(DashboardRequest visit, String object, Collection<RequestId> asked) {
    var words = new HashMap<RequestId, String>();
    var names = new HashMap<UserId, String>();
    long account = visit.session().member().account();
    for (AuditEntry entry : audit.listOf(account, object, MAX_ENTRIES)) {
      if (entry.outcome() == AuditOutcome.DONE && asked.contains(entry.request())) {
        words.put(entry.request(), "by " + name(entry, names));
      }
    }
    List<LoggedRequest> logged =
        visit.may(Permission.VIEW_REQUESTS) ? requests.list(visit.realm(), asked) : List.of();
    if (visit.may(Permission.VIEW_KEYS)) {
      logged.forEach(request ->
          accounts
              .findKey(visit.realm(), request.key())
              .ifPresent(
                  key -> words.putIfAbsent(request.id(), "by the key “" + key.name() + "”")));
    }
    return new Known(words, logged);
  }

  /**
   * An action of a person in the dashboard.
   *
   * @param by such as `by Sam`
   * @param detail as in the audit log
   */
  public record PersonDeed(Instant at, String action, String by, String detail) {}

  /**
   * Returns the actions of people on an object, newest first.
   *
   * @param object its id in the audit log
   */
  public List<PersonDeed> listDeeds(DashboardRequest visit, String object) {
    var names = new HashMap<UserId, String>();
    return audit.listOf(visit.session().member().account(), object, MAX_ENTRIES).stream()
        .filter(entry -> entry.outcome() == AuditOutcome.DONE)
        .map(entry ->
            new PersonDeed(entry.at(), entry.action(), "by " + name(entry, names), entry.detail()))
        .toList();
  }

  /** Returns the name, or the recorded address if the person is no longer a member. */
  private String name(AuditEntry entry, Map<UserId, String> names) {
    return entry
        .user()
        .map(user ->
            names.computeIfAbsent(
                user,
                id ->
                    team.find(entry.account(), id)
                        .map(member -> member.user().name())
                        .orElse(entry.actor())))
        .orElse(entry.actor());
  }
}
