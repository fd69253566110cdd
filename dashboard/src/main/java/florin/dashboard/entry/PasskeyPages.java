package florin.dashboard.entry;

import florin.core.ErrorCode;
import florin.core.Id.PasskeyId;
import florin.core.Problem;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.parts.Response.Raw;
import florin.http.Answer;
import florin.http.Form;
import florin.http.Format;
import florin.team.PasskeySite;
import florin.team.Passkeys;
import florin.team.Passkeys.AddResult;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The passkeys of the signed-in user. Adding one has a page of its own, because only a script can
 * access the device. The security page lists them.
 */
public final class PasskeyPages {
  public static final String PATH = SecurityPages.PATH + "/passkeys";
  public static final String NEW_PATH = PATH + "/new";

  /** Returns the options for a new passkey as JSON (WebAuthn). */
  public static final String CREATION_PATH = PATH + "/creation";

  /** Returns the options for the check of an existing passkey as JSON (WebAuthn). */
  public static final String REQUEST_PATH = PATH + "/request";

  private static final String TITLE = "Add a passkey";

  private static final Format<String> NAME = Format.line(Passkeys.MAX_NAME);

  private final Passkeys passkeys;

  public PasskeyPages(Passkeys passkeys) {
    this.passkeys = passkeys;
  }

  /**
   * The page.
   *
   * @param here whether passkeys work at this address
   */
  public record View(Form form, boolean here) {}

  /** Redirects to the page. The route requires the password first. */
  public Response begin(DashboardRequest visit) {
    return Done.to(NEW_PATH);
  }

  public Response showNew(DashboardRequest visit) {
    String browser = BrowserName.of(visit.session().from().userAgent());
    boolean here = passkeys.findSite(visit.origin()).isPresent();
    return Page.of("passkey-new", TITLE, new View(Form.of(Map.of("name", browser)), here));
  }

  public Response creation(DashboardRequest visit) {
    return json(passkeys.creation(visit.session(), site(visit)));
  }

  public Response request(DashboardRequest visit) {
    return json(passkeys.request(visit.session(), site(visit)));
  }

  public Response add(DashboardRequest visit) {
    Form form = visit.form();
    String name = form.required("name", NAME);
    if (!form.isGood()) {
      return Page.again("passkey-new", TITLE, new View(form, true));
    }
    AddResult result = passkeys.add(visit.session(), site(visit), name, form.text("credential"));
    Optional<String> problem =
        switch (result) {
          case ADDED -> Optional.empty();
          case TOO_MANY ->
              Optional.of("You have " + Passkeys.MAX + " passkeys. Remove one to add another.");
          case LATE -> Optional.of("That took too long. Try again.");
          case WRONG -> Optional.of("Your device couldn't create a passkey for Florin. Try again.");
        };
    if (problem.isPresent()) {
      form.wrong("", problem.get());
      return Page.again("passkey-new", TITLE, new View(form, true));
    }
    visit.note(name);
    return Done.to(SecurityPages.PATH).saying("Passkey added. You can now sign in with it.");
  }

  public Response remove(DashboardRequest visit) {
    PasskeyId id = visit.id(PasskeyId.KIND);
    visit.note(passkeys.remove(visit.session().user(), id).orElseThrow(id::notFound));
    return Done.to(SecurityPages.PATH)
        .saying(
            "Passkey removed. Your device may still offer it, but you can no longer sign in with it.");
  }

  private PasskeySite site(DashboardRequest visit) {
    return passkeys
        .findSite(visit.origin())
        .orElseThrow(() ->
            new Problem.BadRequest(
                    ErrorCode.PARAMETER_INVALID, "Passkeys don't work at this address.")
                .refusal());
  }

  static Raw json(String options) {
    return new Raw(Answer.json(200, options.getBytes(StandardCharsets.UTF_8)));
  }
}
