package florin.dashboard;

import florin.http.Answer;
import florin.team.Member;
import florin.team.Token;
import java.util.Optional;

/** What a handler makes of a request. */
public sealed interface Response {
  /**
   * A page to show.
   *
   * @param template under `dashboard/`, without `.jte`; it gets `shell` and `view`
   */
  record Page(int status, String template, String title, Object view) implements Response {
    public static Page of(String template, String title, Object view) {
      return new Page(200, template, title, view);
    }

    /** The form once more, with what is wrong with it. */
    public static Page again(String template, String title, Object view) {
      return new Page(422, template, title, view);
    }
  }

  /**
   * Something was done; the browser goes on to a page, which says so.
   *
   * @param once a secret that the page shows, once: {@link Shell#once}
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

    public Done showingOnce(String secret) {
      return new Done(path, flash, Optional.of(secret));
    }
  }

  /** An answer that is no page, such as a file to download. */
  record Raw(Answer answer) implements Response {}

  /**
   * Somebody is signed in from now on.
   *
   * @param action for the audit log; empty if the entry is written already
   */
  record SignedIn(Token token, Member member, String action, String detail, String path)
      implements Response {
    static SignedIn recorded(Token token, Member member, String path) {
      return new SignedIn(token, member, "", "", path);
    }
  }

  /** The password was right; the second factor is asked for at the path. */
  record HalfSignedIn(Token step, String path) implements Response {}

  /** Nobody is signed in from now on. */
  record SignedOut() implements Response {}
}
