package florin.dashboard;

import florin.core.Sha256;
import florin.http.Answer;
import florin.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The style sheet and the scripts, from this jar. Their address holds a hash of all of them, so
 * that browsers may keep them for good.
 */
public final class Assets {
  /** Names and media types. */
  private static final Map<String, String> FILES =
      Map.of(
          "dashboard.css", "text/css; charset=utf-8",
          "dashboard.js", "text/javascript; charset=utf-8",
          "htmx.min.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  private static final int HASH_LENGTH = 16;

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final String hash;

  public Assets() {
    MessageDigest digest = Sha256.begin();
    FILES.keySet().stream()
        .sorted()
        .forEach(name -> {
          byte[] content = read(name);
          digest.update(name.getBytes(StandardCharsets.UTF_8));
          digest.update(content);
          answers.put(
              name,
              Answer.of(200, FILES.getOrDefault(name, ""), content)
                  .with("Cache-Control", "public, max-age=31536000, immutable")
                  .shared());
        });
    this.hash = HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
  }

  /** Where a page finds the file. */
  public String path(String name) {
    if (!answers.containsKey(name)) {
      throw new IllegalArgumentException("no asset " + name);
    }
    return "/dashboard/assets/" + hash + "/" + name;
  }

  /** `/dashboard/assets/{hash}/{file}`; a page of an older Florin gets what there is now. */
  Optional<Answer> find(Exchange exchange) {
    return Optional.ofNullable(answers.get(exchange.pathParameter("file")))
        .map(answer ->
            exchange.pathParameter("hash").equals(hash)
                ? answer
                : answer.with("Cache-Control", "no-cache"));
  }

  private static byte[] read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing from this build");
      }
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException("reading the resource " + name, failed);
    }
  }
}
