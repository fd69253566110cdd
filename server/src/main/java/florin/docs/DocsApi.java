package florin.docs;

import florin.http.Action;
import florin.http.Answer;
import florin.http.FixedAnswer;
import florin.http.Json;
import florin.page.Pages;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The contract, and pages that show it, to whoever asks. Everything comes from this jar: a page
 * asks nobody else for anything, and its policy would not let it.
 */
public final class DocsApi {
  /** The contract, where the build has put it. */
  private static final String CONTRACT = "/florin/api/openapi.yaml";

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'"
          + " data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Fonts change with a release, and not often then. */
  private static final String A_DAY = "public, max-age=86400";

  private final URI base;
  private final Pages pages = new Pages();

  /**
   * @param base where the service is reached
   */
  public DocsApi(URI base) {
    this.base = base;
  }

  public Action contractAsYaml() {
    return fixed("application/yaml", () -> read(CONTRACT));
  }

  public Action contractAsJson() {
    return fixed("application/json", () -> Json.text(contract().tree()));
  }

  public Action reference() {
    return page("docs/reference.jte", () -> DocsPage.of(contract(), base));
  }

  public Action licences() {
    return page("docs/licences.jte", Licence::all);
  }

  public Action style() {
    return fixed("text/css; charset=utf-8", () -> Pages.base() + read("docs.css"));
  }

  public Action script() {
    return fixed("text/javascript; charset=utf-8", () -> read("docs.js"));
  }

  /**
   * @param weight 400 or 500
   */
  public Action font(int weight) {
    return new FixedAnswer(() ->
        Answer.of(200, "font/woff2", font("inter/inter-latin-" + weight + "-normal.woff2"))
            .with("Cache-Control", A_DAY));
  }

  private static byte[] font(String name) {
    return Pages.bytes(Pages.class, name);
  }

  private Action page(String template, Supplier<Object> view) {
    return new FixedAnswer(() ->
        Answer.of(
                200,
                "text/html; charset=utf-8",
                bytes(pages.renderBare(template, Map.of("view", view.get()))))
            .with("Content-Security-Policy", POLICY)
            .with("Referrer-Policy", "no-referrer"));
  }

  private static Action fixed(String contentType, Supplier<String> text) {
    return new FixedAnswer(() -> Answer.of(200, contentType, bytes(text.get())));
  }

  private static Contract contract() {
    return Contract.read(bytes(read(CONTRACT)));
  }

  private static String read(String name) {
    return Pages.read(DocsApi.class, name);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
