package florin.dashboard;

import florin.core.ErrorCode;
import florin.core.Mode;
import florin.core.Problem;
import florin.customer.ContactFormats;
import florin.dashboard.Result.Done;
import florin.dashboard.Result.Page;
import florin.http.Form;
import florin.http.Format;
import florin.team.Passwords;
import florin.team.Sessions;
import florin.team.SignIn;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Signing in, signing out, and going from one mode to the other. */
public final class SignInPages {
  private static final String TITLE = "Sign in";

  /** Nothing is said of its form: what is no address is merely nobody's. */
  private static final Format<String> EMAIL = Format.line(ContactFormats.MAX_EMAIL_LENGTH);

  private static final Format<String> PASSWORD = Format.line(Passwords.MAX_LENGTH);

  private static final Format<Mode> MODE = Format.choice(List.of(Mode.values()), Mode::text);

  private final SignIn signIn;
  private final Sessions sessions;

  public SignInPages(SignIn signIn, Sessions sessions) {
    this.signIn = signIn;
    this.sessions = sessions;
  }

  /**
   * @param to where to go on
   */
  public record View(Form form, String to) {}

  Result show(Visitor visitor) {
    String to = LocalPath.orHome(visitor.query().value("to").orElse(""));
    return visitor.session().isPresent()
        ? Done.to(to)
        : Page.of("sign-in", TITLE, new View(Form.empty(), to));
  }

  Result signIn(Visitor visitor) {
    Form form = visitor.form();
    String to = LocalPath.orHome(form.text("to"));
    String email = form.required("email", EMAIL);
    form.required("password", PASSWORD);
    if (!form.isGood()) {
      return again(422, form, to);
    }
    return switch (signIn.attempt(email, form.text("password"), visitor.from())) {
      case SignIn.Result.Welcome(var token, var member, int failures) ->
          new Result.SignedIn(
              token,
              member,
              "session.sign_in",
              failures == 0 ? "" : "after " + failures + " failed attempts",
              to);
      case SignIn.Result.Wrong _ -> {
        form.wrong("", "The e-mail or the password is wrong.");
        yield again(422, form, to);
      }
      case SignIn.Result.Locked(Duration wait) -> {
        form.wrong("", "Too many attempts have failed. Try again in " + inWords(wait) + ".");
        yield again(429, form, to);
      }
      case SignIn.Result.Busy _ -> {
        form.wrong("", "Many are signing in at this moment. Try again in a few seconds.");
        yield again(503, form, to);
      }
    };
  }

  Result signOut(Visit visit) {
    sessions.revoke(visit.session().user(), visit.session().id());
    return new Result.SignedOut();
  }

  Result switchMode(Visit visit) {
    Form form = visit.form();
    Mode mode = form.required("mode", MODE);
    if (!form.isGood()) {
      throw new Problem.BadRequest(ErrorCode.PARAMETER_INVALID, "A mode is test or live.")
          .refusal();
    }
    sessions.switchMode(visit.session(), mode);
    visit.note("to " + mode.text() + " mode");
    return Done.to(LocalPath.orHome(form.text("to")));
  }

  private static Page again(int status, Form form, String to) {
    Form kept = Form.of(Map.of("email", form.text("email")));
    List.of("", "email", "password")
        .forEach(field -> form.error(field).ifPresent(words -> kept.wrong(field, words)));
    return new Page(status, "sign-in", TITLE, new View(kept, to));
  }

  private static String inWords(Duration duration) {
    long seconds = Math.max(1, duration.toSeconds());
    return seconds < 60 ? seconds + " seconds" : (seconds + 59) / 60 + " minutes";
  }
}
