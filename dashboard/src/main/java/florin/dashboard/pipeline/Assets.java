package florin.dashboard.pipeline;

import florin.core.Sha256;
import florin.http.Answer;
import florin.http.Exchange;
import florin.http.FixedAnswer;
import florin.page.Pages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The style sheet, the scripts and the fonts, from this jar. Their URL has a hash of all of them,
 * so browsers may cache them permanently.
 */
public final class Assets {
  /**
   * The parts of the style sheet, joined in this order: the common ones, then those of single
   * pages.
   */
  private static final List<String> STYLES =
      List.of(
          "base",
          "shell",
          "button",
          "form",
          "table",
          "filters",
          "tabs",
          "pill",
          "menu",
          "dialog",
          "toast",
          "empty",
          "timeline",
          "code",
          "figures",
          "branding",
          "people",
          "payment",
          "home",
          "webhooks",
          "lists",
          "logs",
          "bank");

  /** The parts of the script, joined in this order. */
  private static final List<String> SCRIPTS =
      List.of(
          "base",
          "dialog",
          "palette",
          "filters",
          "branding",
          "payment",
          "home",
          "lists",
          "passkeys");

  /** Third-party files, which the build extracts from their jars. */
  private static final List<String> FONTS =
      List.of(
          "inter-latin-400-normal.woff2",
          "inter-latin-500-normal.woff2",
          "inter-latin-ext-400-normal.woff2",
          "inter-latin-ext-500-normal.woff2");

  private static final String FOLDER = "/florin/dashboard/";
  private static final String CSS = "text/css; charset=utf-8";
  private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

  private static final int HASH_LENGTH = 16;

  private final Map<String, Answer> files = new TreeMap<>();
  private final Map<String, FixedAnswer> answers = new HashMap<>();
  private final String hash;

  public Assets() {
    files.put("dashboard.css", Answer.of(200, CSS, join(Pages.base(), "css/", STYLES, ".css")));
    files.put("dashboard.js", Answer.of(200, JAVASCRIPT, join("", "js/", SCRIPTS, ".js")));
    files.put(
        "htmx.min.js", Answer.of(200, JAVASCRIPT, read(Assets.class, FOLDER + "htmx/htmx.min.js")));
    files.put("icon.svg", Answer.of(200, "image/svg+xml", read(Assets.class, FOLDER + "icon.svg")));
    FONTS.forEach(
        name -> files.put(name, Answer.of(200, "font/woff2", read(Pages.class, "inter/" + name))));
    MessageDigest digest = Sha256.begin();
    files.forEach((name, file) -> {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update(file.body());
      answers.put(
          name,
          new FixedAnswer(() -> file.with("Cache-Control", "public, max-age=31536000, immutable")));
    });
    this.hash = HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
  }

  private static byte[] join(String first, String folder, List<String> names, String ending) {
    return names.stream()
        .map(name -> Pages.read(Assets.class, FOLDER + folder + name + ending))
        .collect(Collectors.joining("\n", first, ""))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the path of a file for pages. */
  public String path(String name) {
    if (!files.containsKey(name)) {
      throw new IllegalArgumentException("no asset " + name);
    }
    return "/dashboard/assets/" + hash + "/" + name;
  }

  /** Returns a file without caching headers. */
  Optional<Answer> file(String name) {
    return Optional.ofNullable(files.get(name));
  }

  /**
   * Returns a file for `/dashboard/assets/{hash}/{file}`; a page of another version gets the
   * current file.
   */
  Optional<Answer> find(Exchange exchange) {
    return Optional.ofNullable(answers.get(exchange.pathParameter("file")))
        .map(file -> file.answer(exchange))
        .map(answer ->
            exchange.pathParameter("hash").equals(hash)
                ? answer
                : answer.with("Cache-Control", "no-cache"));
  }

  private static byte[] read(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing from this build");
      }
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException("reading the resource " + name, failed);
    }
  }
}
