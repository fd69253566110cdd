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
 * A page to be measured, with one of its paths for each visit.
 *
 * @param mark text that only the right page contains, at each of the paths
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
   * The result of a page's visits.
   *
   * @param bytes size of the largest response
   */
  public record Visited(PageVisit visit, Tally tally, int bytes) {}

  static PageVisit of(String title, String path, String mark) {
    return new PageVisit(title, List.of(path), 200, mark);
  }

  static PageVisit of(String title, List<String> paths, String mark) {
    return new PageVisit(title, paths, 200, mark);
  }

  /**
   * Visits the page several times.
   *
   * @param body receives the body of each visit
   * @throws IOException if a response is not the expected page
   */
  public Visited take(Visitor visitor, int times, Consumer<String> body) throws IOException {
    var tally = new Tally();
    int bytes = 0;
    for (int i = 0; i < times; i++) {
      String path = paths.get(i % paths.size());
      Seen seen = visitor.see(path);
      if (seen.status() != status || !seen.body().contains(mark)) {
        throw new IOException(
            "%s: %s returned %d instead of %d with “%s”: %s"
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

  /** Returns the paths without their queries and with `{id}` for ids. */
  public Set<String> templates() {
    return paths.stream().map(PageVisit::template).collect(Collectors.toSet());
  }

  /**
   * Returns the paths that a page links to, in the same form, without the files that all pages
   * load.
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

  /** Returns the files that a page loads. */
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
