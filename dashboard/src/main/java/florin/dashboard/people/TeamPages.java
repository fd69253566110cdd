package florin.dashboard.people;

import florin.core.ErrorCode;
import florin.core.Id.InvitationId;
import florin.core.Id.UserId;
import florin.core.Problem;
import florin.customer.ContactFormats;
import florin.dashboard.entry.PeopleMails;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.http.Form;
import florin.http.Format;
import florin.team.Invitations;
import florin.team.Invitations.Invitation;
import florin.team.Member;
import florin.team.Permission;
import florin.team.Role;
import florin.team.RolePermissions;
import florin.team.Team;
import florin.team.Team.ChangeResult;
import florin.team.Team.Seat;
import florin.team.Token;
import florin.team.User;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The members of the account, their roles, and the invitations. */
public final class TeamPages {
  public static final String PATH = "/dashboard/team";
  private static final String TITLE = "Team";

  private static final Format<Role> ROLE = Format.choice(List.of(Role.values()), Role::text);

  /** The time that members have to set up a second factor after it becomes required. */
  private static final Duration FACTOR_GRACE = Duration.ofDays(7);

  private final Team team;
  private final Invitations invitations;
  private final PeopleMails mails;
  private final InstantSource clock;

  public TeamPages(Team team, Invitations invitations, PeopleMails mails, InstantSource clock) {
    this.team = team;
    this.invitations = invitations;
    this.mails = mails;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param roles the roles that the viewer may assign
   * @param factor the rule about second factors
   */
  public record View(
      Form form,
      boolean mayManage,
      boolean canMail,
      List<SelectOption> roles,
      User self,
      List<Seat> members,
      List<Invitation> invited,
      FactorRule factor) {
    /** Returns whether the viewer may change a member, or an invitation, with this role. */
    public boolean mayChange(Role role) {
      return mayManage && roles.stream().anyMatch(option -> option.value().equals(role.text()));
    }
  }

  /**
   * The rule about second factors, and its effect.
   *
   * @param required whether the account requires one
   * @param due the date from which the rule blocks, or would block, members without one
   * @param held whether that date has passed
   * @param without the number of members without one
   * @param own whether the viewer has one
   */
  public record FactorRule(
      boolean required, Instant due, boolean held, long without, int members, boolean own) {
    /** Returns the number of members without one: `4 of 5 members have none.` */
    public String count() {
      if (without == 0) {
        return members == 1 ? "You have one." : "All " + members + " members have one.";
      }
      if (members == 1) {
        return "You have none.";
      }
      return without
          + " of "
          + members
          + (without == 1 ? " members has" : " members have")
          + " none.";
    }
  }

  public Response list(DashboardRequest visit) {
    return Page.of("team", TITLE, view(visit, Form.of(Map.of("role", Role.DEVELOPER.text()))));
  }

  public Response invite(DashboardRequest visit) {
    Form form = visit.form();
    String email = form.required("email", ContactFormats.EMAIL);
    Role role = form.required("role", ROLE);
    if (!form.isGood()) {
      return Page.again("team", TITLE, view(visit, form));
    }
    requireOver(visit, role);
    visit.note(email + " as " + role.text());
    Optional<Token> link =
        invitations.invite(visit.session(), email, role, visit.auditLine().work());
    if (link.isEmpty()) {
      form.wrong("email", "This person is already a member.");
      return Page.again("team", TITLE, view(visit, form));
    }
    if (mails.canSend()) {
      invitations.find(link.get()).ifPresent(made -> mails.invite(made, link.get()));
    }
    return Done.to(PATH)
        .saying(
            mails.canSend()
                ? "Invitation mailed to "
                    + email
                    + ". The link works once and expires in seven days."
                : "Send the link to " + email + ". It works once and expires in seven days.")
        .showingOnce(visit.origin() + "/dashboard/invitations/" + link.get().reveal());
  }

  public Response withdraw(DashboardRequest visit) {
    InvitationId id = visit.id(InvitationId.KIND);
    long account = visit.session().member().account();
    Invitation invitation = invitations.find(account, id).orElseThrow(id::notFound);
    requireOver(visit, invitation.role());
    visit.note(invitation.email());
    invitations.withdraw(account, id, visit.auditLine().work());
    return Done.to(PATH).saying("Invitation of " + invitation.email() + " withdrawn.");
  }

  /**
   * Changes the rule. Only a member with a second factor may require one; otherwise no member could
   * undo it.
   */
  public Response requireSecondFactor(DashboardRequest visit) {
    long account = visit.session().member().account();
    if (!visit.form().text("required").equals("yes")) {
      visit.note("not required");
      team.stopRequiringSecondFactor(account, visit.auditLine().work());
      return Done.to(PATH).saying("Second factor no longer required.");
    }
    List<Seat> seats = team.listSeats(account);
    if (!hasFactor(visit, seats)) {
      throw refused("Set up your own second factor first, or add a passkey.");
    }
    Instant due = clock.instant().plus(FACTOR_GRACE);
    visit.note("required from " + due);
    if (team.requireSecondFactor(account, due, visit.auditLine().work())) {
      seats.stream()
          .filter(seat -> !seat.isSafe())
          .forEach(
              seat -> mails.requireFactor(seat.member().user(), visit.session().account(), due));
    }
    return Done.to(PATH)
        .saying(
            "Second factor required. Members without one have until %s to set one up."
                .formatted(TimeText.day(team.findFactorDue(account).orElse(due))));
  }

  private static boolean hasFactor(DashboardRequest visit, List<Seat> seats) {
    return seats.stream()
        .anyMatch(
            seat -> seat.isSafe() && seat.member().user().id().equals(visit.session().user().id()));
  }

  private FactorRule factorRule(DashboardRequest visit, List<Seat> seats) {
    Instant now = clock.instant();
    Optional<Instant> due = team.findFactorDue(visit.session().member().account());
    return new FactorRule(
        due.isPresent(),
        due.orElse(now.plus(FACTOR_GRACE)),
        due.filter(from -> !from.isAfter(now)).isPresent(),
        seats.stream().filter(seat -> !seat.isSafe()).count(),
        seats.size(),
        hasFactor(visit, seats));
  }

  public Response changeRole(DashboardRequest visit) {
    Member member = member(visit);
    Role role = visit.form().required("role", ROLE);
    if (!visit.form().isGood()) {
      throw refused("Choose a role.");
    }
    requireOver(visit, member.role());
    requireOver(visit, role);
    visit.note(member.user().email() + " from " + member.role().text() + " to " + role.text());
    refuseUnlessDone(team.changeRole(member, role, visit.auditLine().work()));
    return Done.to(PATH).saying(member.user().name() + " is now " + withArticle(role) + ".");
  }

  public Response remove(DashboardRequest visit) {
    Member member = member(visit);
    requireOver(visit, member.role());
    visit.note(member.user().email());
    refuseUnlessDone(team.remove(member, visit.auditLine().work()));
    return Done.to(PATH).saying(member.user().name() + " is no longer a member.");
  }

  private Member member(DashboardRequest visit) {
    UserId id = visit.id(UserId.KIND);
    return team.find(visit.session().member().account(), id).orElseThrow(id::notFound);
  }

  /** Requires that the member may manage this role: only owners may manage owners. */
  private static void requireOver(DashboardRequest visit, Role role) {
    if (role == Role.OWNER) {
      visit.require(Permission.MANAGE_OWNERS);
    }
  }

  private static void refuseUnlessDone(ChangeResult changed) {
    switch (changed) {
      case DONE -> {}
      case LAST_OWNER ->
          throw refused("This is the account's only owner. Make another member an owner first.");
      case OVERTAKEN ->
          throw refused("Another person just changed this member. Check the member and try again.");
    }
  }

  private static RuntimeException refused(String words) {
    return new Problem.BadRequest(ErrorCode.PARAMETER_INVALID, words).refusal();
  }

  private View view(DashboardRequest visit, Form form) {
    boolean mayManage = visit.may(Permission.MANAGE_TEAM);
    long account = visit.session().member().account();
    List<Seat> seats = team.listSeats(account);
    return new View(
        form,
        mayManage,
        mails.canSend(),
        List.of(Role.values()).stream()
            .filter(role -> isOver(visit, role))
            .map(role -> new SelectOption(role.text(), role.title() + ": " + role.words()))
            .toList(),
        visit.session().user(),
        seats,
        mayManage ? invitations.list(account) : List.of(),
        factorRule(visit, seats));
  }

  private static boolean isOver(DashboardRequest visit, Role role) {
    return role != Role.OWNER
        || RolePermissions.may(visit.session().role(), Permission.MANAGE_OWNERS);
  }

  private static String withArticle(Role role) {
    return switch (role) {
      case OWNER, ADMIN -> "an " + role.text();
      case DEVELOPER, VIEWER -> "a " + role.text();
      case FINANCE, SUPPORT -> "in " + role.text();
    };
  }
}
