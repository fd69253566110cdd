package florin.dashboard.entry;

import florin.core.ErrorCode;
import florin.core.Id.SessionId;
import florin.core.Problem;
import florin.dashboard.entry.SetupPages.NewUserForm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Page;
import florin.dashboard.pipeline.ConfirmView;
import florin.dashboard.pipeline.StepUp;
import florin.http.Form;
import florin.http.Format;
import florin.page.QrCode;
import florin.team.Passkeys;
import florin.team.Passkeys.Passkey;
import florin.team.SecondFactors;
import florin.team.Session;
import florin.team.TeamModule;
import florin.team.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The user's security settings: password, second factor, passkeys and sessions. */
public final class SecurityPages {
  public static final String PATH = "/dashboard/security";

  /** The page on which a member who must set up a second factor chooses one. */
  public static final String PROTECT_PATH = PATH + "/protect";

  private static final String FACTOR_PATH = PATH + "/second-factor";

  private static final String TITLE = "Security";
  private static final String FACTOR_TITLE = "Second factor";
  private static final String ISSUER = "Florin";

  private static final Format<String> CODE = Format.line(16);

  private final TeamModule team;

  public SecurityPages(TeamModule team) {
    this.team = team;
  }

  /**
   * The page.
   *
   * @param secondFactor whether it is enabled
   * @param required whether one of the user's accounts requires it
   * @param codesLeft the number of unused recovery codes
   */
  public record View(
      Form form,
      boolean secondFactor,
      boolean required,
      int codesLeft,
      PasskeyList passkeys,
      List<Session> sessions) {}

  /**
   * The passkeys.
   *
   * @param here whether passkeys work at this address
   */
  public record PasskeyList(boolean here, List<Passkey> all) {
    public boolean isFull() {
      return all.size() >= Passkeys.MAX;
    }
  }

  /**
   * The data for an authenticator app.
   *
   * @param secret in groups of four letters
   */
  public record FactorView(Form form, QrCode picture, String secret) {}

  /**
   * The page with both ways to protect an account.
   *
   * @param due the date from which the account requires it; empty if the user has one
   * @param here whether passkeys work at this address
   */
  public record ProtectView(Optional<Instant> due, boolean here) {}

  /** Shows the only page that is open to a member who must set up a second factor. */
  public Response protect(DashboardRequest visit) {
    return Page.of(
        "protect",
        "Protect your account",
        new ProtectView(
            visit.session().factorDue(), team.passkeys().findSite(visit.origin()).isPresent()));
  }

  public Response show(DashboardRequest visit) {
    if (visit.owesFactor()) {
      return Done.to(PROTECT_PATH);
    }
    return Page.of("security", TITLE, view(visit, Form.empty()));
  }

  public Response changePassword(DashboardRequest visit) {
    Form form = visit.form();
    String password = NewUserForm.password(form);
    if (form.isGood()) {
      StepUp.words(team.signIn().confirm(visit.session(), form.text(ConfirmView.FIELD)))
          .ifPresent(words -> form.wrong(ConfirmView.FIELD, words));
    }
    if (form.isGood() && !team.users().changePassword(visit.session(), password)) {
      form.wrong("", "Florin is busy. Try again in a few seconds.");
    }
    if (!form.isGood()) {
      return Page.again("security", TITLE, view(visit, form));
    }
    int ended = team.sessions().revokeOthers(visit.session());
    return Done.to(PATH)
        .saying(
            ended == 0
                ? "Password changed."
                : "Password changed. You're signed out everywhere else.");
  }

  public Response revoke(DashboardRequest visit) {
    SessionId id = visit.id(SessionId.KIND);
    if (!team.sessions().revoke(visit.session().user(), id)) {
      throw id.notFound();
    }
    return Done.to(PATH).saying("Session ended.");
  }

  public Response revokeOthers(DashboardRequest visit) {
    int ended = team.sessions().revokeOthers(visit.session());
    visit.note(ended + " ended");
    return Done.to(PATH).saying("You're signed out everywhere else.");
  }

  /** Creates a secret. It takes effect when the app confirms it with a code. */
  public Response beginFactor(DashboardRequest visit) {
    factors().begin(visit.session().user());
    return Done.to(FACTOR_PATH);
  }

  public Response showFactor(DashboardRequest visit) {
    return factor(visit, Form.empty())
        .<Response>map(view -> Page.of("second-factor", FACTOR_TITLE, view))
        .orElseGet(() -> Done.to(PATH));
  }

  public Response turnOn(DashboardRequest visit) {
    Form form = visit.form();
    User user = visit.session().user();
    String code = form.required("code", CODE);
    Optional<List<String>> codes = form.isGood() ? factors().turnOn(user, code) : Optional.empty();
    if (codes.isPresent()) {
      team.sessions().revokeOthers(visit.session());
      return Done.to(PATH)
          .saying("Second factor enabled. Keep the recovery codes below.")
          .showingOnce(String.join("\n", codes.get()));
    }
    form.wrong("code", "This code is wrong. Check that your phone's clock is correct.");
    return factor(visit, form)
        .<Response>map(view -> Page.again("second-factor", FACTOR_TITLE, view))
        .orElseGet(() -> Done.to(PATH));
  }

  public Response turnOff(DashboardRequest visit) {
    User user = visit.session().user();
    if (team.team().isSecondFactorRequired(user)) {
      throw new Problem.BadRequest(
              ErrorCode.PARAMETER_INVALID, "One of your accounts requires a second factor.")
          .refusal();
    }
    factors().turnOff(user);
    return Done.to(PATH).saying("Second factor disabled. You now sign in with your password only.");
  }

  public Response newCodes(DashboardRequest visit) {
    User user = visit.session().user();
    if (!factors().isOn(user)) {
      throw new Problem.BadRequest(
              ErrorCode.PARAMETER_INVALID, "Set up a second factor to get recovery codes.")
          .refusal();
    }
    return Done.to(PATH)
        .saying("New recovery codes created. The old ones no longer work.")
        .showingOnce(String.join("\n", factors().newRecoveryCodes(user)));
  }

  private Optional<FactorView> factor(DashboardRequest visit, Form form) {
    User user = visit.session().user();
    return factors()
        .findUnconfirmed(user)
        .map(secret ->
            new FactorView(
                form,
                QrCode.of(SecondFactors.link(user, ISSUER, secret)),
                secret.replaceAll("(.{4})(?=.)", "$1 ")));
  }

  private View view(DashboardRequest visit, Form form) {
    Session current = visit.session();
    return new View(
        form,
        factors().isOn(current.user()),
        team.team().isSecondFactorRequired(current.user()),
        factors().countRecoveryCodes(current.user()),
        new PasskeyList(
            team.passkeys().findSite(visit.origin()).isPresent(),
            team.passkeys().list(current.user())),
        team.sessions().list(current.user()));
  }

  private SecondFactors factors() {
    return team.secondFactors();
  }
}
