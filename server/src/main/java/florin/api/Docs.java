package florin.api;

import florin.http.Action;
import florin.http.Answer;
import florin.http.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

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

  /** Answers the contract as JSON. */
  static Action contractAsJson() {
    return _ -> AsJson.ANSWER;
  }

  static Action page(String name) {
    Answer answer =
        Answer.of(200, "text/html; charset=utf-8", read(name))
            .with("Content-Security-Policy", POLICY)
            .with("Referrer-Policy", "no-referrer")
            .shared();
    return _ -> answer;
  }

  /** Made when it is first asked for, and once: no start waits for it. */
  private static final class AsJson {
    static final Answer ANSWER =
        Answer.of(200, "application/json", Json.bytes(tree(read("openapi.yaml"))))
            .with("Cache-Control", "no-cache")
            .shared();

    private static Object tree(byte[] yaml) {
      var load = new Load(LoadSettings.builder().build());
      return load.loadFromInputStream(new ByteArrayInputStream(yaml));
    }
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
