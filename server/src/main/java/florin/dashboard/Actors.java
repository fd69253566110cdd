package florin.dashboard;

import florin.account.Accounts;
import florin.core.Id.RequestId;
import florin.core.Id.UserId;
import florin.report.LoggedRequest;
import florin.report.RequestLog;
import florin.team.Act;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLog;
import florin.team.Team;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who stands behind the requests about one object: people by the audit log, and programs by the
 * request log, as far as it still has them and whoever looks may see keys.
 */
public final class Actors {
  /** Of one object's entries in the audit log, the newest. */
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
   * What is known of some requests.
   *
   * @param words of who stands behind each: `by Sam`
   * @param logged those of the interface that are in the log, for whom may see it; newest first
   */
  record Known(Map<RequestId, String> words, List<LoggedRequest> logged) {
    static final Known NOBODY = new Known(Map.of(), List.of());

    Known {
      words = Map.copyOf(words);
      logged = List.copyOf(logged);
    }

    /** ` by Sam`, or nothing. */
    String by(Optional<RequestId> request) {
      return request.map(words::get).map(who -> " " + who).orElse("");
    }
  }

  /**
   * @param object the id by which the audit log knows it
   * @param asked the requests in question
   */
  Known of(Visit visit, String object, Collection<RequestId> asked) {
    var words = new HashMap<RequestId, String>();
    var names = new HashMap<UserId, String>();
    long account = visit.session().member().account();
    for (AuditEntry entry : audit.listOf(account, object, MAX_ENTRIES)) {
      if (entry.outcome() == AuditOutcome.DONE && asked.contains(entry.request())) {
        words.put(entry.request(), "by " + name(entry, names));
      }
    }
    List<LoggedRequest> logged =
        visit.may(Act.VIEW_REQUESTS) ? requests.list(visit.realm(), asked) : List.of();
    if (visit.may(Act.VIEW_KEYS)) {
      logged.forEach(request ->
          accounts
              .findKey(visit.realm(), request.key())
              .ifPresent(
                  key -> words.putIfAbsent(request.id(), "by the key “" + key.name() + "”")));
    }
    return new Known(words, logged);
  }

  /**
   * Something that a person has done here.
   *
   * @param by `by Sam`
   * @param detail as the audit log has it
   */
  record PersonDeed(Instant at, String action, String by, String detail) {}

  /**
   * What people have done to an object, the newest first.
   *
   * @param object the id by which the audit log knows it
   */
  List<PersonDeed> listDeeds(Visit visit, String object) {
    var names = new HashMap<UserId, String>();
    return audit.listOf(visit.session().member().account(), object, MAX_ENTRIES).stream()
        .filter(entry -> entry.outcome() == AuditOutcome.DONE)
        .map(entry ->
            new PersonDeed(entry.at(), entry.action(), "by " + name(entry, names), entry.detail()))
        .toList();
  }

  /** Of somebody who has left, the address as it was. */
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
