package florin.dashboard.entry;

import florin.customer.ContactFormats;
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
import florin.team.AuditLog;
import florin.team.CommonPasswords;
import florin.team.Member;
import florin.team.Passwords;
import florin.team.Sessions;
import florin.team.Token;
import florin.team.Users;
import florin.team.Users.NewUser;
import florin.team.Users.SetupResult;
import java.time.InstantSource;

/** The page behind the link that the first start prints. It creates the owner, once. */
public final class SetupPages {
  private static final String TITLE = "Set up your dashboard";

  private final Users users;
  private final Sessions sessions;
  private final Auditor auditor;

  public SetupPages(Users users, Sessions sessions, AuditLog log, InstantSource clock) {
    this.users = users;
    this.sessions = sessions;
    this.auditor = new Auditor(log, clock);
  }

  public record View(Form form, String token) {}

  public Response show(Visitor visitor) {
    return Page.of("setup", TITLE, view(Form.empty(), openLink(visitor)));
  }

  public Response setUp(Visitor visitor) {
    Token link = openLink(visitor);
    Form form = visitor.form();
    NewUser user = NewUserForm.read(form);
    if (!form.isGood()) {
      return Page.again("setup", TITLE, view(form, link));
    }
    return switch (users.setUp(
        link, user, owner -> auditor.line(owner, "account.set_up", "", visitor))) {
      case SetupResult.Done(Member owner) ->
          SignedIn.recorded(sessions.begin(owner, visitor.from()), owner, LocalPath.HOME);
      case SetupResult.LinkGone _ -> throw gone();
      case SetupResult.EmailTaken _ -> {
        form.wrong("email", "A user with this email address already exists.");
        yield Page.again("setup", TITLE, view(form, link));
      }
      case SetupResult.Busy _ -> {
        form.wrong("", SignInPages.BUSY);
        yield Page.again("setup", TITLE, view(form, link));
      }
    };
  }

  private static View view(Form form, Token link) {
    return new View(form, link.reveal());
  }

  /**
   * Returns the token if it is valid; otherwise responds with an error before any expensive work.
   */
  private Token openLink(Visitor visitor) {
    return Token.parse(visitor.pathParameter("token"))
        .filter(users::isSetupLink)
        .orElseThrow(SetupPages::gone);
  }

  private static DeadLink gone() {
    return new DeadLink("This link has been used, has expired, or was replaced by a newer one.");
  }

  /** The fields of a new user: e-mail address, name, and the password twice. */
  static final class NewUserForm {
    private static final Format<String> NAME = TextFormats.line(256);

    private static final String COMMON =
        "This password is too easy to guess. Use a few unrelated words, or let a password manager create one.";

    private NewUserForm() {}

    static NewUser read(Form form) {
      String email = form.required("email", ContactFormats.EMAIL);
      String name = form.required("name", NAME);
      return new NewUser(email, name, password(form));
    }

    static String password(Form form) {
      String password = form.text("password");
      int length = password.codePointCount(0, password.length());
      if (length < Passwords.MIN_LENGTH) {
        form.wrong("password", "Use at least " + Passwords.MIN_LENGTH + " characters.");
      } else if (length > Passwords.MAX_LENGTH) {
        form.wrong("password", "Use at most " + Passwords.MAX_LENGTH + " characters.");
      } else if (!password.equals(form.text("password_again"))) {
        form.wrong("password_again", "The passwords don't match.");
      } else if (CommonPasswords.has(password)) {
        form.wrong("password", COMMON);
      }
      return password;
    }
  }
}
