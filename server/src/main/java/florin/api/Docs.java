package florin.api;

import florin.http.Action;
import florin.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The contract, and a page that shows it. Everything comes from this jar: the page asks nobody else
 * for anything, and its policy would not let it.
 */
final class Docs {
  /**
   * Redoc writes its styles into the page, and searches in a worker that it makes itself; hence the
   * two exceptions.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
          + " img-src 'self' data:; worker-src blob:; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private Docs() {}

  /** Answers a resource of this package, which is there or the program does not start. */
  static Action file(String name, String contentType) {
    Answer answer =
        Answer.of(200, contentType, read(name)).with("Cache-Control", "no-cache").shared();
    return _ -> answer;
  }

  static Action page(String name) {
    Answer answer =
        Answer.of(200, "text/html; charset=utf-8", read(name))
            .with("Content-Security-Policy", POLICY)
            .with("Referrer-Policy", "no-referrer")
            .shared();
    return _ -> answer;
  }

  private static byte[] read(String name) {
    try (InputStream in = Docs.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing from this build");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading the resource " + name, e);
    }
  }
}
