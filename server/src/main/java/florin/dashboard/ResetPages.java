package florin.dashboard;

import florin.dashboard.Response.Done;
import florin.dashboard.Response.Page;
import florin.dashboard.SetupPages.NewUserForm;
import florin.http.Form;
import florin.team.AuditLog;
import florin.team.Passwords;
import florin.team.Resets;
import florin.team.Resets.ResetResult;
import florin.team.Team;
import florin.team.Token;
import florin.team.User;
import java.time.InstantSource;

/** The link of `./florin users reset`: it sets a new password, once. It signs nobody in. */
public final class ResetPages {
  private static final String TITLE = "Set a new password";

  private final Resets resets;
  private final Team team;
  private final Auditor auditor;

  public ResetPages(Resets resets, Team team, AuditLog log, InstantSource clock) {
    this.resets = resets;
    this.team = team;
    this.auditor = new Auditor(log, clock);
  }

  /**
   * @param minLength of a password
   */
  public record View(Form form, String token, String email, int minLength) {}

  Response show(Visitor visitor) {
    Token link = link(visitor);
    return Page.of("reset", TITLE, view(Form.empty(), link));
  }

  Response reset(Visitor visitor) {
    Token link = link(visitor);
    Form form = visitor.form();
    View view = view(form, link);
    String password = NewUserForm.password(form);
    if (!form.isGood()) {
      return Page.again("reset", TITLE, view);
    }
    return switch (resets.use(link, password)) {
      case ResetResult.Done(User user) -> {
        team.listAccounts(user)
            .forEach(in -> auditor.record(in.account(), user, "password.reset", visitor));
        yield Done.to(SignInPages.SIGN_IN_PATH);
      }
      case ResetResult.LinkGone _ -> throw gone();
      case ResetResult.Busy _ -> {
        form.wrong("", SignInPages.BUSY);
        yield Page.again("reset", TITLE, view);
      }
    };
  }

  private View view(Form form, Token link) {
    User user = resets.find(link).orElseThrow(ResetPages::gone);
    return new View(form, link.reveal(), user.email(), Passwords.MIN_LENGTH);
  }

  private static Token link(Visitor visitor) {
    return Token.parse(visitor.pathParameter("token")).orElseThrow(ResetPages::gone);
  }

  private static DeadLink gone() {
    return new DeadLink("This link was used already, or is too old.");
  }
}
