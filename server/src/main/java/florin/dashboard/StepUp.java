package florin.dashboard;

import florin.dashboard.Response.Page;
import florin.http.Form;
import florin.team.SignIn;
import java.util.Optional;

/** Asks for the password again before something sensitive, in between: nothing is lost by it. */
final class StepUp {
  private final SignIn signIn;

  StepUp(SignIn signIn) {
    this.signIn = signIn;
  }

  /** The page that asks for the password; empty once the right one came with the form. */
  Optional<Page> question(Visit visit) {
    String given = visit.form().text(ConfirmView.FIELD);
    Form shown = Form.empty();
    if (given.isEmpty()) {
      visit.note("the password was asked for");
      return Optional.of(page(visit, shown));
    }
    Optional<String> problem = check(visit, given);
    if (problem.isEmpty()) {
      visit.confirm();
      return Optional.empty();
    }
    visit.note("the password was wrong");
    shown.wrong(ConfirmView.FIELD, problem.get());
    return Optional.of(page(visit, shown));
  }

  private Optional<String> check(Visit visit, String given) {
    return words(signIn.confirm(visit.session(), given));
  }

  /** What is wrong with a password that was given again, for its field. */
  static Optional<String> words(SignIn.Confirmation confirmation) {
    return switch (confirmation) {
      case CONFIRMED -> Optional.empty();
      case WRONG -> Optional.of("This is not your password.");
      case LOCKED -> Optional.of("Too many wrong passwords. Try again in some minutes.");
      case BUSY -> Optional.of("Too much is going on. Try again.");
    };
  }

  private static Page page(Visit visit, Form shown) {
    return new Page(
        403,
        "confirm",
        "Confirm that it is you",
        ConfirmView.of(visit.exchange().path(), visit.form(), shown));
  }
}
