package florin.dashboard.entry;

import florin.account.RateLimit;
import florin.customer.ContactFormats;
import florin.dashboard.entry.SetupPages.NewUserForm;
import florin.dashboard.parts.DeadLink;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.dashboard.pipeline.Auditor;
import florin.dashboard.pipeline.Visitor;
import florin.http.Answer;
import florin.http.Form;
import florin.team.AuditLine;
import florin.team.AuditLog;
import florin.team.DeviceCookies;
import florin.team.Resets;
import florin.team.Resets.MailedLink;
import florin.team.Resets.ResetResult;
import florin.team.Team;
import florin.team.Token;
import florin.team.User;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The pages for a new password. The link from a mail or from `./florin users reset` sets it, once,
 * and does not sign the user in. The page that requests a mail responds the same for every address.
 */
public final class ResetPages {
  public static final String PATH = "/dashboard/reset";
  private static final String TITLE = "Set a new password";
  private static final String REQUEST_TITLE = "Reset your password";

  /**
   * The sustained rate of mail requests from one address. A burst of {@link #AT_ONCE} is allowed.
   */
  private static final int PER_SECOND = 1;

  private static final int AT_ONCE = 10;

  private final Resets resets;
  private final DeviceCookies devices;
  private final Team team;
  private final PeopleMails mails;
  private final Auditor auditor;
  private final RateLimit<String> limit = new RateLimit<>(PER_SECOND, AT_ONCE);

  public ResetPages(
      Resets resets,
      DeviceCookies devices,
      Team team,
      PeopleMails mails,
      AuditLog log,
      InstantSource clock) {
    this.resets = resets;
    this.devices = devices;
    this.team = team;
    this.mails = mails;
    this.auditor = new Auditor(log, clock);
  }

  /** The page that sets the password. */
  public record View(Form form, String token, String email) {}

  /**
   * The page that requests a mail.
   *
   * @param sent whether the request was accepted; the mail is sent only to a known user
   */
  public record RequestView(Form form, boolean canMail, boolean sent) {}

  public Response showRequest(Visitor visitor) {
    boolean sent = mails.canSend() && visitor.query().value("sent").isPresent();
    return Page.of(
        "reset-request", REQUEST_TITLE, new RequestView(Form.empty(), mails.canSend(), sent));
  }

  /**
   * Requests a mail. Florin looks up the user after the response, so that its time does not reveal
   * whether the user exists.
   */
  public Response request(Visitor visitor) {
    Form form = visitor.form();
    var view = new RequestView(form, mails.canSend(), false);
    String email = form.required("email", ContactFormats.EMAIL);
    if (!form.isGood() || !mails.canSend()) {
      return Page.again("reset-request", REQUEST_TITLE, view);
    }
    if (!limit.take(visitor.reach().address(), System.nanoTime()).allowed()) {
      form.wrong("", "Too many requests. Try again in a minute.");
      return new Page(429, "reset-request", REQUEST_TITLE, view);
    }
    mails.reset(() -> {
      Optional<MailedLink> link = resets.newMailedLink(email);
      // A link without an audit entry is never mailed, and is therefore never usable.
      link.ifPresent(
          made -> lines(made.user(), "password.request_reset", visitor).forEach(AuditLine::append));
      return link;
    });
    return Done.to(PATH + "?sent=1");
  }

  private List<AuditLine> lines(User user, String action, Visitor visitor) {
    return team.listAccounts(user).stream()
        .map(in -> auditor.line(in.account(), user, action, visitor))
        .toList();
  }

  public Response show(Visitor visitor) {
    Token link = link(visitor);
    return Page.of("reset", TITLE, view(Form.empty(), link));
  }

  public Response reset(Visitor visitor) {
    Token link = link(visitor);
    Form form = visitor.form();
    View view = view(form, link);
    String password = NewUserForm.password(form);
    if (!form.isGood()) {
      return Page.again("reset", TITLE, view);
    }
    List<AuditLine> audit =
        resets
            .find(link)
            .map(user -> lines(user, "password.reset", visitor))
            .orElseThrow(ResetPages::gone);
    return switch (resets.use(link, password, audit)) {
      case ResetResult.Done(User user) -> {
        // Access to the mail proves the user's identity. The device cookie keeps failed attempts
        // from other browsers from locking this one out.
        yield new Raw(
            Answer.seeOther(SignInPages.SIGN_IN_PATH)
                .with(
                    "Set-Cookie",
                    visitor
                        .reach()
                        .setLastingCookie(
                            visitor.reach().deviceCookie(),
                            devices.make(user),
                            DeviceCookies.VALID)));
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
    return new View(form, link.reveal(), user.email());
  }

  private static Token link(Visitor visitor) {
    return Token.parse(visitor.pathParameter("token")).orElseThrow(ResetPages::gone);
  }

  private static DeadLink gone() {
    return new DeadLink("This link has been used or has expired. Request a new one.");
  }
}
