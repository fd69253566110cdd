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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Renders pages. Each page includes its style sheet, so it can be saved as one file. The policy
 * allows exactly that sheet, with its hash, and the font. Nothing else is loaded or executed,
 * whatever a merchant writes into a description.
 */
public final class Pages {
  /** A value for both color schemes. Older phones lack this function, so payers don't get it. */
  private static final Pattern BOTH =
      Pattern.compile("light-dark\\(((?:[^(),]|\\([^()]*\\))+), ((?:[^(),]|\\([^()]*\\))+)\\)");

  private static final Pattern COMMENT_OR_INDENT =
      Pattern.compile("/\\*.*?\\*/\\s*|(?<=\n) +", Pattern.DOTALL);

  private static final String DARK = "@media (prefers-color-scheme: dark)";

  private static final String SHARED =
      compact(
          forPayers(read(Pages.class, "tokens.css"))
              + read(Pages.class, "page.css").replace("FONT", PageFont.HASH));

  /** The folder of the font, from the pages for payers, which are one segment below the root. */
  private static final String FONTS = "../fonts/";

  private final TemplateEngine templates;
  private final String style;
  private final String fonts;

  /** The hash of the style sheet, computed on first use. */
  private volatile @Nullable String hash;

  /** Creates pages with only the shared style sheet. */
  public Pages() {
    this("");
  }

  /**
   * Creates pages.
   *
   * @param more style for these pages, after the shared one
   */
  public Pages(String more) {
    this(TemplateEngine.createPrecompiled(ContentType.Html), SHARED + compact(more), FONTS);
  }

  private Pages(TemplateEngine templates, String style, String fonts) {
    this.templates = templates;
    this.style = style;
    this.fonts = fonts;
  }

  /**
   * Returns these pages with more style, for example of one merchant.
   *
   * @param more trusted style: it is written into the page unescaped
   */
  public Pages with(String more) {
    return more.isEmpty() ? this : new Pages(templates, style + more, fonts);
  }

  /**
   * Returns these pages for a path with more segments.
   *
   * @param levels how many more. If there are fewer, the font is found too, unless a proxy adds a
   *     path to the service.
   */
  public Pages deeper(int levels) {
    String deep = "../".repeat(levels) + FONTS;
    return new Pages(templates, style.replace(fonts, deep), deep);
  }

  /** Returns these pages in one color scheme, whatever the browser prefers. */
  public Pages inScheme(boolean isDark) {
    return new Pages(templates, inScheme(style, isDark), fonts);
  }

  private static String inScheme(String style, boolean isDark) {
    return style.replace(DARK, isDark ? "@media all" : "@media not all")
        + ":root { color-scheme: %s; }\n".formatted(isDark ? "dark" : "light");
  }

  /** Returns the tokens alone, in one color scheme. */
  public static String tokens(boolean isDark) {
    return inScheme(compact(forPayers(read(Pages.class, "tokens.css"))), isDark);
  }

  /** Renders a template, which gets the style sheet besides its own parameters. */
  public String render(String template, Map<String, Object> parameters) {
    var all = new HashMap<>(parameters);
    all.put("style", style);
    return renderBare(template, all)
        .replace("<link rel=\"preload\" href=\"" + FONTS, "<link rel=\"preload\" href=\"" + fonts);
  }

  /** Renders a template without style sheets, for mail programs. */
  public String renderBare(String template, Map<String, Object> parameters) {
    TemplateOutput output = new StringOutput();
    templates.render(template, parameters, output);
    return output.toString();
  }

  /**
   * Returns the value of `Content-Security-Policy`.
   *
   * @param formAction the target of forms: `'none'` for a page without one
   */
  public String policy(String formAction) {
    return policy(formAction, false);
  }

  /**
   * Returns the value of `Content-Security-Policy`.
   *
   * @param hasPictures whether the page shows pictures, which come from Florin too; its icon is
   *     part of it
   */
  public String policy(String formAction, boolean hasPictures) {
    return "default-src 'none'; style-src 'sha256-"
        + hash()
        + "'; font-src 'self'; img-src "
        + (hasPictures ? "'self' data:" : "data:")
        + "; base-uri 'none'; form-action "
        + formAction
        + "; frame-ancestors 'none'";
  }

  private String hash() {
    String known = hash;
    if (known == null) {
      known = Base64.getEncoder().encodeToString(Sha256.of(style));
      hash = known; // A concurrent request computes an equal one.
    }
    return known;
  }

  /** Returns the value of `Content-Security-Policy` for a frame of Florin's own pages. */
  public String framedPolicy() {
    return policy("'none'", true).replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  }

  /** Returns a style sheet or script without block comments and indentation. */
  public static String compact(String text) {
    return COMMENT_OR_INDENT.matcher(text).replaceAll("");
  }

  /** Returns the tokens with the values of the dark scheme in a media query of their own. */
  static String forPayers(String tokens) {
    String dark =
        tokens
            .lines()
            .filter(line -> line.startsWith("  --") && line.contains("light-dark("))
            .map(line -> BOTH.matcher(line).replaceAll("$2"))
            .collect(Collectors.joining("\n"));
    return BOTH.matcher(tokens).replaceAll("$1")
        + "\n"
        + DARK
        + " {\n:root {\n"
        + dark
        + "\n}\n}\n";
  }

  /**
   * Returns the beginning of the dashboard's and the documentation's style sheets: tokens and
   * common rules.
   */
  public static String base() {
    return read(Pages.class, "tokens.css") + read(Pages.class, "common.css");
  }

  /** Returns a text resource next to a class in the jar. */
  public static String read(Class<?> beside, String resource) {
    return new String(bytes(beside, resource), StandardCharsets.UTF_8);
  }

  /** Returns a resource next to a class in the jar. */
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
