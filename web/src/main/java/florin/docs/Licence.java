package florin.docs;

import florin.page.Pages;
import java.util.List;

/**
 * The license of a work by others that Florin serves to browsers.
 *
 * @param name the name of the work
 * @param version the version of the package that has the work
 * @param licence its SPDX identifier
 * @param text the complete license
 */
public record Licence(String name, String version, String licence, String text) {
  /** The works, with the paths of their licenses on the class path. */
  private static final List<Work> WORKS =
      List.of(
          new Work("htmx", "2.0.10", "0BSD", "/florin/dashboard/htmx/LICENSE"),
          new Work("Inter", "5.2.5", "OFL-1.1", "/florin/page/inter/LICENSE"));

  /** Returns the id that addresses contain. */
  public String id() {
    return Markdown.slugOf(name);
  }

  private record Work(String name, String version, String licence, String resource) {
    Licence read() {
      return new Licence(name, version, licence, Pages.read(Licence.class, resource).strip());
    }
  }

  static List<Licence> all() {
    return WORKS.stream().map(Work::read).toList();
  }
}
