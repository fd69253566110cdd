package florin.dashboard.parts;

import florin.core.Refusal;
import florin.http.Answer;
import florin.team.Member;
import florin.team.Token;
import java.util.Optional;

/** The result of a request's handler. */
public sealed interface Response {
  /**
   * A page.
   *
   * @param template under `dashboard/`, without `.jte`; it gets `shell` and `view`
   */
  record Page(int status, String template, String title, Object view) implements Response {
    public static Page of(String template, String title, Object view) {
      return new Page(200, template, title, view);
    }

    /** Returns the form with its errors, with status 422. */
    public static Page again(String template, String title, Object view) {
      return new Page(422, template, title, view);
    }
  }

  /**
   * A completed action. The browser is redirected to a page that reports it.
   *
   * @param once a secret that the page shows once
   */
  record Done(String path, Optional<Flash> flash, Optional<String> once) implements Response {
    public static Done to(String path) {
      return new Done(path, Optional.empty(), Optional.empty());
    }

    public Done saying(String text) {
      return new Done(path, Optional.of(new Flash(true, text)), once);
    }

    public Done warning(String text) {
      return new Done(path, Optional.of(new Flash(false, text)), once);
    }

    /** Carries out an action, and reports this text, or why the action was rejected. */
    public Done after(Runnable action, String text) {
      try {
        action.run();
      } catch (Refusal refused) {
        return warning(refused.problem().message());
      }
      return saying(text);
    }

    public Done showingOnce(String secret) {
      return new Done(path, flash, Optional.of(secret));
    }
  }

  /** A response other than a page, such as a download. */
  record Raw(Answer answer) implements Response {}

  /**
   * Starts a session.
   *
   * @param action for the audit log; empty if the entry is already written
   */
  record SignedIn(Token token, Member member, String action, String detail, String path)
      implements Response {
    public static SignedIn recorded(Token token, Member member, String path) {
      return new SignedIn(token, member, "", "", path);
    }
  }

  /** The password was correct, and the page at the path asks for the second factor. */
  record HalfSignedIn(Token step, String path) implements Response {}

  /** Ends the session. */
  record SignedOut() implements Response {}
}
