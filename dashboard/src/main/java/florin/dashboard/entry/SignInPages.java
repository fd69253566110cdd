package florin.dashboard.entry;

import florin.core.ErrorCode;
import florin.core.Mode;
import florin.core.Problem;
import florin.customer.ContactFormats;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.HalfSignedIn;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.dashboard.pipeline.Visitor;
import florin.http.Answer;
import florin.http.Form;
import florin.http.Format;
import florin.team.PasskeySite;
import florin.team.Passkeys;
import florin.team.Passwords;
import florin.team.Sessions;
import florin.team.SignIn;
import florin.team.Token;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sign-in, sign-out, and the switches between modes and accounts. */
public final class SignInPages {
  /** The parameter of the page after a form was sent without a session. */
  public static final String UNSENT = "unsent";

  /** The query parameter for a page that was requested after the session ended. */
  public static final String ENDED = "ended";

  private static final String LATE = "That took too long. Start again.";

  static final String BUSY = "Florin is busy. Try again in a few seconds.";

  public static final String SIGN_IN_PATH = "/dashboard/sign-in";
  public static final String PASSKEY_PATH = "/dashboard/sign-in/passkey";
  public static final String CODE_PATH = "/dashboard/sign-in/code";

  private static final String TITLE = "Sign in";

  /** The format is not checked: an invalid address belongs to no user. */
  private static final Format<String> EMAIL = Format.line(ContactFormats.MAX_EMAIL_LENGTH);

  private static final Format<String> PASSWORD = Format.line(Passwords.MAX_LENGTH);

  /** A code of the authenticator app, or a recovery code. */
  private static final Format<String> CODE = Format.line(64);

  private static final Format<Mode> MODE = Format.choice(List.of(Mode.values()), Mode::text);

  private final SignIn signIn;
  private final Sessions sessions;
  private final Passkeys passkeys;

  public SignInPages(SignIn signIn, Sessions sessions, Passkeys passkeys) {
    this.signIn = signIn;
    this.sessions = sessions;
    this.passkeys = passkeys;
  }

  /**
   * The sign-in page.
   *
   * @param to the page after the sign-in
   * @param passkey whether passkeys work at this address
   * @param notice why the person has to sign in; empty if there was no session
   */
  public record View(Form form, String to, boolean passkey, String notice) {
    /** Returns the fields that are submitted with a passkey. */
    public List<Form.FormValue> going() {
      return List.of(new Form.FormValue("to", to));
    }
  }

  public Response show(Visitor visitor) {
    String to = LocalPath.orHome(visitor.query().value("to").orElse(""));
    return visitor.session().isPresent()
        ? Done.to(to)
        : Page.of("sign-in", TITLE, view(visitor, Form.empty(), to));
  }

  public Response signIn(Visitor visitor) {
    Form form = visitor.form();
    String to = LocalPath.orHome(form.text("to"));
    String email = form.required("email", EMAIL);
    form.required("password", PASSWORD);
    if (!form.isGood()) {
      return again(422, visitor, form, to);
    }
    SignIn.SignInResult result =
        signIn.attempt(email, form.text("password"), visitor.from(), visitor.device());
    return switch (result) {
      case SignIn.SignInResult.SecondFactorNeeded(Token step) ->
          new HalfSignedIn(
              step, CODE_PATH + "?to=" + URLEncoder.encode(to, StandardCharsets.UTF_8));
      case SignIn.SignInResult.Wrong _ -> {
        form.wrong("", "Wrong email address or password.");
        yield again(422, visitor, form, to);
      }
      case SignIn.SignInResult other -> {
        Optional<Integer> status = refused(other, form);
        yield status.isPresent() ? again(status.get(), visitor, form, to) : entered(other, to);
      }
    };
  }

  /**
   * Returns the options for a passkey as JSON (WebAuthn); status 204 if passkeys don't work here.
   */
  public Response passkeyRequest(Visitor visitor) {
    Optional<Token> browser = browser(visitor);
    Optional<PasskeySite> site = passkeys.findSite(visitor.reach().origin());
    return browser.isEmpty() || site.isEmpty()
        ? new Raw(Answer.noContent())
        : PasskeyPages.json(passkeys.request(browser.get(), site.get()));
  }

  public Response signInByPasskey(Visitor visitor) {
    Form form = visitor.form();
    String to = LocalPath.orHome(form.text("to"));
    Optional<PasskeySite> site = passkeys.findSite(visitor.reach().origin());
    if (site.isEmpty()) {
      form.wrong("", "Passkeys don't work at this address.");
      return again(422, visitor, form, to);
    }
    SignIn.SignInResult result =
        signIn.attemptPasskey(
            browser(visitor).orElseThrow(), site.get(), form.text("credential"), visitor.from());
    if (result instanceof SignIn.SignInResult.Wrong) {
      form.wrong("", "This passkey is not registered here. Use your password.");
      return again(422, visitor, form, to);
    }
    if (result instanceof SignIn.SignInResult.Late) {
      form.wrong("", LATE);
      return again(422, visitor, form, to);
    }
    Optional<Integer> status = refused(result, form);
    return status.isPresent() ? again(status.get(), visitor, form, to) : entered(result, to);
  }

  /** Returns the token of this browser's forms. A browser that submitted a form has it. */
  private static Optional<Token> browser(Visitor visitor) {
    return visitor.exchange().cookie(visitor.reach().formCookie()).flatMap(Token::parse);
  }

  /** Shows the second step to a user whose password was correct. */
  public Response showCode(Visitor visitor) {
    String to = LocalPath.orHome(visitor.query().value("to").orElse(""));
    return step(visitor).isPresent()
        ? Page.of("sign-in-code", TITLE, new View(Form.empty(), to, false, ""))
        : Done.to(SIGN_IN_PATH);
  }

  public Response signInByCode(Visitor visitor) {
    Form form = visitor.form();
    String to = LocalPath.orHome(form.text("to"));
    String code = form.required("code", CODE);
    Optional<Token> step = step(visitor);
    if (step.isEmpty()) {
      return Done.to(SIGN_IN_PATH);
    }
    if (!form.isGood()) {
      return Page.again("sign-in-code", TITLE, new View(form, to, false, ""));
    }
    SignIn.SignInResult result =
        signIn.attemptCode(step.get(), code, visitor.from(), visitor.device());
    if (result instanceof SignIn.SignInResult.Wrong) {
      form.wrong("code", "This code is wrong or was already used. Wait for the next one.");
      return Page.again("sign-in-code", TITLE, new View(emptied(form, "code"), to, false, ""));
    }
    if (result instanceof SignIn.SignInResult.Late) {
      form.wrong("", LATE);
      return again(422, visitor, form, to);
    }
    Optional<Integer> status = refused(result, form);
    return status.isPresent()
        ? new Page(
            status.get(), "sign-in-code", TITLE, new View(emptied(form, "code"), to, false, ""))
        : entered(result, to);
  }

  private static Optional<Token> step(Visitor visitor) {
    return visitor.exchange().cookie(visitor.reach().stepCookie()).flatMap(Token::parse);
  }

  /**
   * Records in the form that an attempt was rejected without a check, and returns the status: 429
   * or 503. Empty if it was checked.
   */
  private static Optional<Integer> refused(SignIn.SignInResult result, Form form) {
    return switch (result) {
      case SignIn.SignInResult.Locked(Duration wait) -> {
        form.wrong("", "Too many failed attempts. Try again in " + inWords(wait) + ".");
        yield Optional.of(429);
      }
      case SignIn.SignInResult.Busy _ -> {
        form.wrong("", BUSY);
        yield Optional.of(503);
      }
      case SignIn.SignInResult.Welcome _,
          SignIn.SignInResult.SecondFactorNeeded _,
          SignIn.SignInResult.Wrong _,
          SignIn.SignInResult.Late _ ->
          Optional.empty();
    };
  }

  private static Response entered(SignIn.SignInResult result, String to) {
    if (!(result instanceof SignIn.SignInResult.Welcome welcome)) {
      throw new IllegalStateException("no session after " + result);
    }
    String failures =
        welcome.failures() == 0 ? "" : "after " + welcome.failures() + " failed attempts";
    String by =
        switch (welcome.by()) {
          case PASSWORD, CODE -> "";
          case RECOVERY_CODE -> "with a recovery code ";
          case PASSKEY -> "with a passkey ";
        };
    return new Response.SignedIn(
        welcome.token(),
        welcome.member(),
        "session.sign_in",
        (by + failures).strip(),
        welcome.by() == SignIn.By.RECOVERY_CODE ? SecurityPages.PATH : to);
  }

  public Response signOut(DashboardRequest visit) {
    sessions.revoke(visit.session().user(), visit.session().id());
    return new Response.SignedOut();
  }

  public Response switchMode(DashboardRequest visit) {
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

  /** Switches to another account of the same user. */
  public Response switchAccount(DashboardRequest visit) {
    String account = visit.form().text("account");
    if (!account.matches("[0-9]{1,18}")
        || !sessions.switchAccount(visit.session(), Long.parseLong(account))) {
      throw new Problem.NotFound(ErrorCode.RESOURCE_MISSING, "You're not a member of this account.")
          .refusal();
    }
    return Done.to(LocalPath.HOME);
  }

  private Page again(int status, Visitor visitor, Form form, String to) {
    return new Page(status, "sign-in", TITLE, view(visitor, emptied(form, "password"), to));
  }

  private static String notice(Visitor visitor) {
    if (visitor.query().value(UNSENT).isPresent()) {
      return "Your session ended before this was sent, and nothing was changed. Sign in, and send it again.";
    }
    return visitor.query().value(ENDED).isPresent()
        ? "Your session has ended: it lasts %d minutes without activity, and %d hours at most."
            .formatted(Sessions.IDLE.toMinutes(), Sessions.ABSOLUTE.toHours())
        : "";
  }

  private View view(Visitor visitor, Form form, String to) {
    return new View(
        form, to, passkeys.findSite(visitor.reach().origin()).isPresent(), notice(visitor));
  }

  /** Returns the form with its errors, without secrets. */
  private static Form emptied(Form form, String secret) {
    Form kept = Form.of(Map.of("email", form.text("email")));
    List.of("", "email", secret)
        .forEach(field -> form.error(field).ifPresent(words -> kept.wrong(field, words)));
    return kept;
  }

  private static String inWords(Duration duration) {
    long seconds = Math.max(1, duration.toSeconds());
    return seconds < 60 ? seconds + " seconds" : (seconds + 59) / 60 + " minutes";
  }
}
