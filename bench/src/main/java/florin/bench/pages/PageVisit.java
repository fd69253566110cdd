package florin.bench.pages;

import florin.bench.load.Tally;
import florin.bench.pages.Visitor.Seen;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page to be measured, at one of these addresses each time.
 *
 * @param mark a text that is on the right page and on no other, at each of them
 */
public record PageVisit(String title, List<String> paths, int status, String mark) {
  private static final Pattern LINK = Pattern.compile("(?:href|hx-get)=\"(/dashboard[^\"]*)\"");
  private static final Pattern HEADING = Pattern.compile("(?s)<h1[^>]*>(.*?)</h1>");
  private static final Pattern ASSET =
      Pattern.compile("(?:href|src)=\"(/dashboard/assets/[^\"]+)\"");

  public PageVisit {
    paths = List.copyOf(paths);
  }

  /**
   * What the visits of a page came to.
   *
   * @param bytes of the largest
   */
  public record Visited(PageVisit visit, Tally tally, int bytes) {}

  static PageVisit of(String title, String path, String mark) {
    return new PageVisit(title, List.of(path), 200, mark);
  }

  static PageVisit of(String title, List<String> paths, String mark) {
    return new PageVisit(title, paths, 200, mark);
  }

  /**
   * Goes there so often.
   *
   * @param body told of each page
   * @throws IOException when it is not the right page
   */
  public Visited take(Visitor visitor, int times, Consumer<String> body) throws IOException {
    var tally = new Tally();
    int bytes = 0;
    for (int i = 0; i < times; i++) {
      String path = paths.get(i % paths.size());
      Seen seen = visitor.see(path);
      if (seen.status() != status || !seen.body().contains(mark)) {
        throw new IOException(
            "%s: %s was answered %d, and is to be %d with “%s”: %s"
                .formatted(title, path, seen.status(), status, mark, heading(seen.body())));
      }
      tally.answered(seen.status(), seen.nanos());
      bytes = Math.max(bytes, seen.bytes());
      body.accept(seen.body());
    }
    return new Visited(this, tally, bytes);
  }

  private static String heading(String body) {
    Matcher found = HEADING.matcher(body);
    return found.find() ? found.group(1) : body.isEmpty() ? "nothing" : "a page without a heading";
  }

  /** The addresses, without what is asked for and with `{id}` for ids. */
  public Set<String> templates() {
    return paths.stream().map(PageVisit::template).collect(Collectors.toSet());
  }

  /**
   * Where the links of a page lead to, in the same form; files that all pages load are left out.
   */
  public static Set<String> links(String body) {
    var links = new TreeSet<String>();
    Matcher found = LINK.matcher(body);
    while (found.find()) {
      if (!found.group(1).startsWith("/dashboard/assets/")) {
        links.add(template(found.group(1)));
      }
    }
    return links;
  }

  /** The files that a page loads. */
  public static Set<String> assets(String body) {
    var assets = new TreeSet<String>();
    Matcher found = ASSET.matcher(body);
    while (found.find()) {
      assets.add(found.group(1));
    }
    return assets;
  }

  private static String template(String path) {
    return path.replaceFirst("\\?.*", "").replaceAll("/[a-z]+_[0-9a-z]{26}(?=/|$)", "/{id}");
  }
}
