package florin.dashboard.pipeline;

import florin.core.Id.RequestId;
import florin.core.Mode;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response.SignedIn;
import florin.team.AuditEntry;
import florin.team.AuditEntry.AuditOutcome;
import florin.team.AuditLine;
import florin.team.AuditLog;
import florin.team.Member;
import florin.team.Session;
import florin.team.User;
import java.time.InstantSource;
import java.util.Optional;

/** Writes an audit entry for every form that a signed-in user sends, and for sign-ins. */
public final class Auditor {
  /** The number of an entry until it is appended. */
  private static final long UNNUMBERED = 0;

  private final AuditLog log;
  private final InstantSource clock;

  public Auditor(AuditLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  void record(DashboardRequest visit, DashboardRoute route, AuditOutcome outcome, String address) {
    log.append(entry(visit, route, outcome, address));
  }

  /** Returns the entry of an action, for its commit. */
  AuditLine line(
      DashboardRequest visit, DashboardRoute route, AuditOutcome outcome, String address) {
    return new AuditLine(log, entry(visit, route, outcome, address));
  }

  private AuditEntry entry(
      DashboardRequest visit, DashboardRoute route, AuditOutcome outcome, String address) {
    Session session = visit.session();
    return entry(
        session.member().account(),
        session.user(),
        route.action(),
        visit.object(),
        visit.detail(),
        outcome,
        session.mode(),
        address,
        visit.request());
  }

  void record(SignedIn signedIn, String address, RequestId request) {
    log.append(
        entry(
            signedIn.member().account(),
            signedIn.member().user(),
            signedIn.action(),
            "",
            signedIn.detail(),
            AuditOutcome.DONE,
            Mode.TEST,
            address,
            request));
  }

  /**
   * Returns the entry of an action through a link, without a session, in one of the user's
   * accounts.
   */
  public AuditLine line(long account, User user, String action, Visitor visitor) {
    return line(account, user, action, user.id().text(), "by a link", visitor);
  }

  /** Returns the entry of a user who becomes a member through a link. */
  public AuditLine line(Member member, String action, String detail, Visitor visitor) {
    return line(member.account(), member.user(), action, "", detail, visitor);
  }

  private AuditLine line(
      long account, User user, String action, String object, String detail, Visitor visitor) {
    return new AuditLine(
        log,
        entry(
            account,
            user,
            action,
            object,
            detail,
            AuditOutcome.DONE,
            Mode.TEST,
            visitor.reach().address(),
            visitor.exchange().requestId()));
  }

  private AuditEntry entry(
      long account,
      User user,
      String action,
      String object,
      String detail,
      AuditOutcome outcome,
      Mode mode,
      String address,
      RequestId request) {
    return new AuditEntry(
        account,
        UNNUMBERED,
        clock.instant(),
        Optional.of(user.id()),
        user.email(),
        action,
        object,
        detail,
        outcome,
        mode,
        address,
        request);
  }
}
