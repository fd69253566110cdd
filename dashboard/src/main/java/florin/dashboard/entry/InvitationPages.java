package florin.dashboard.entry;

import florin.dashboard.entry.SetupPages.NewUserForm;
import florin.dashboard.parts.DeadLink;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.SignedIn;
import florin.dashboard.pipeline.Auditor;
import florin.dashboard.pipeline.Visitor;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.team.AuditLine;
import florin.team.AuditLog;
import florin.team.Invitations;
import florin.team.Invitations.Invitation;
import florin.team.Invitations.InvitationResult;
import florin.team.Member;
import florin.team.Session;
import florin.team.Token;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The page behind the link of an invitation. */
public final class InvitationPages {
  private static final String TITLE = "Join an account";
  private static final Format<String> NAME = TextFormats.line(256);

  private final Invitations invitations;
  private final Auditor auditor;

  public InvitationPages(Invitations invitations, AuditLog log, InstantSource clock) {
    this.invitations = invitations;
    this.auditor = new Auditor(log, clock);
  }

  /** The next step of the visitor. */
  public enum Way {
    /** Create a login with name and password, because this e-mail address has none. */
    MAKE_LOGIN,
    /** Sign in with the existing login. */
    SIGN_IN,
    /** Join the account: the invited user is signed in. */
    JOIN
  }

  public record View(Form form, Token link, Invitation invitation, Way way) {
    /** Returns the address of the sign-in page, which leads back here. */
    public String signIn() {
      return SignInPages.SIGN_IN_PATH + "?to=/dashboard/invitations/" + link.reveal();
    }
  }

  public Response show(Visitor visitor) {
    Token link = link(visitor);
    return Page.of("invitation", TITLE, view(visitor, link, find(link), Form.empty()));
  }

  public Response accept(Visitor visitor) {
    Token link = link(visitor);
    Invitation invitation = find(link);
    Form form = visitor.form();
    Function<Member, AuditLine> audit =
        member -> auditor.line(member, "invitation.accept", "as " + member.role().text(), visitor);
    InvitationResult accepted;
    if (way(visitor, invitation) == Way.JOIN) {
      accepted = invitations.accept(link, visitor.session().orElseThrow(), visitor.from(), audit);
    } else {
      String name = form.required("name", NAME);
      String password = NewUserForm.password(form);
      if (!form.isGood()) {
        return Page.again("invitation", TITLE, view(visitor, link, invitation, form));
      }
      accepted = invitations.accept(link, name, password, visitor.from(), audit);
    }
    return switch (accepted) {
      case InvitationResult.Joined(Token session, Member member) ->
          SignedIn.recorded(session, member, LocalPath.HOME);
      case InvitationResult.LinkGone _ -> throw gone();
      case InvitationResult.SignInFirst _ -> {
        form.wrong("", "You already have a login with this email address. Sign in first.");
        yield Page.again("invitation", TITLE, view(visitor, link, invitation, form));
      }
      case InvitationResult.Busy _ -> {
        form.wrong("", SignInPages.BUSY);
        yield Page.again("invitation", TITLE, view(visitor, link, invitation, form));
      }
    };
  }

  private View view(Visitor visitor, Token link, Invitation invitation, Form form) {
    return new View(form, link, invitation, way(visitor, invitation));
  }

  private Way way(Visitor visitor, Invitation invitation) {
    Optional<String> signedIn = visitor.session().map(Session::user).map(user -> user.email());
    if (signedIn.filter(invitation.email()::equalsIgnoreCase).isPresent()) {
      return Way.JOIN;
    }
    return invitations.hasLogin(invitation) ? Way.SIGN_IN : Way.MAKE_LOGIN;
  }

  private Invitation find(Token link) {
    return invitations.find(link).orElseThrow(InvitationPages::gone);
  }

  private static Token link(Visitor visitor) {
    return Token.parse(visitor.pathParameter("token")).orElseThrow(InvitationPages::gone);
  }

  private static DeadLink gone() {
    return new DeadLink(
        "This link has been used, was withdrawn, or has expired. Ask for a new invitation.");
  }
}
