package florin.dashboard.pipeline;

import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response.Page;
import florin.http.Form;
import florin.team.PasskeySite;
import florin.team.Passkeys;
import florin.team.SignIn;
import florin.team.SignIn.Confirmation;
import java.util.Optional;

/**
 * Asks for the password or a passkey again before a sensitive action, without losing the submitted
 * form.
 */
public final class StepUp {
  private final SignIn signIn;
  private final Passkeys passkeys;

  StepUp(SignIn signIn, Passkeys passkeys) {
    this.signIn = signIn;
    this.passkeys = passkeys;
  }

  /** Returns the page that asks for the password; empty if the form has the correct one. */
  Optional<Page> question(DashboardRequest visit) {
    String password = visit.form().text(ConfirmView.FIELD);
    String passkey = visit.form().text(ConfirmView.PASSKEY);
    Form shown = Form.empty();
    if (password.isEmpty() && passkey.isEmpty()) {
      visit.note("the password was asked for");
      return Optional.of(page(visit, shown));
    }
    Optional<String> problem =
        passkey.isEmpty()
            ? words(signIn.confirm(visit.session(), password))
            : passkeyWords(confirm(visit, passkey));
    if (problem.isEmpty()) {
      visit.confirm();
      return Optional.empty();
    }
    visit.note(passkey.isEmpty() ? "the password was wrong" : "the passkey was wrong");
    shown.wrong(passkey.isEmpty() ? ConfirmView.FIELD : "", problem.get());
    return Optional.of(page(visit, shown));
  }

  private Confirmation confirm(DashboardRequest visit, String passkey) {
    return site(visit)
        .map(site -> signIn.confirm(visit.session(), site, passkey))
        .orElse(Confirmation.WRONG);
  }

  private static Optional<String> passkeyWords(Confirmation confirmation) {
    return confirmation == Confirmation.WRONG
        ? Optional.of("Florin didn't accept this passkey. Try again, or enter your password.")
        : words(confirmation);
  }

  /** Returns the error for the password field. */
  public static Optional<String> words(Confirmation confirmation) {
    return switch (confirmation) {
      case CONFIRMED -> Optional.empty();
      case WRONG -> Optional.of("Wrong password.");
      case LOCKED -> Optional.of("Too many wrong passwords. Try again in a few minutes.");
      case BUSY -> Optional.of("Florin is busy. Try again.");
    };
  }

  private Page page(DashboardRequest visit, Form shown) {
    boolean passkey = site(visit).isPresent() && !passkeys.list(visit.session().user()).isEmpty();
    return new Page(
        403,
        "confirm",
        "Confirm your identity",
        ConfirmView.of(visit.exchange().path(), visit.form(), passkey, shown));
  }

  private Optional<PasskeySite> site(DashboardRequest visit) {
    return passkeys.findSite(visit.origin());
  }
}
