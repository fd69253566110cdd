package florin.page;

import florin.core.Sha256;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * Renders pages. Each brings its style sheet along, so it can be kept as one file, and the policy
 * allows that very sheet by its hash: nothing else is loaded or run, whatever a merchant writes
 * into a description.
 */
public final class Pages {
  private final TemplateEngine templates;
  private final String style;

  /** With the style sheet that all pages share. */
  public Pages() {
    this("");
  }

  /**
   * @param more style for these pages, after the shared one
   */
  public Pages(String more) {
    this(TemplateEngine.createPrecompiled(ContentType.Html), read(Pages.class, "page.css") + more);
  }

  private Pages(TemplateEngine templates, String style) {
    this.templates = templates;
    this.style = style;
  }

  /**
   * The same pages with more style, of one merchant say.
   *
   * @param more style of ours: it is written into the page as it is
   */
  public Pages with(String more) {
    return more.isEmpty() ? this : new Pages(templates, style + more);
  }

  /** The template gets the style sheet, beside its own parameters. */
  public String render(String template, Map<String, Object> parameters) {
    var all = new HashMap<>(parameters);
    all.put("style", style);
    return renderBare(template, all);
  }

  /** For mail programs, which know no style sheets. */
  public String renderBare(String template, Map<String, Object> parameters) {
    TemplateOutput output = new StringOutput();
    templates.render(template, parameters, output);
    return output.toString();
  }

  /**
   * The value of `Content-Security-Policy`.
   *
   * @param formAction where forms may lead: `'none'` for a page without one
   */
  public String policy(String formAction) {
    return policy(formAction, false);
  }

  /**
   * The same.
   *
   * @param hasPictures whether the page shows some, which come from here as well
   */
  public String policy(String formAction, boolean hasPictures) {
    return "default-src 'none'; style-src 'sha256-"
        + Base64.getEncoder().encodeToString(Sha256.of(style))
        + (hasPictures ? "'; img-src 'self'" : "'")
        + "; base-uri 'none'; form-action "
        + formAction
        + "; frame-ancestors 'none'";
  }

  /**
   * What the style sheets of the dashboard and of the docs begin with: tokens, and what both have.
   */
  public static String base() {
    return read(Pages.class, "tokens.css") + read(Pages.class, "common.css");
  }

  /** A text that lies beside a class in the jar. */
  public static String read(Class<?> beside, String resource) {
    return new String(bytes(beside, resource), StandardCharsets.UTF_8);
  }

  /** A file that lies beside a class in the jar. */
  public static byte[] bytes(Class<?> beside, String resource) {
    try (InputStream in = beside.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing from this build");
      }
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
