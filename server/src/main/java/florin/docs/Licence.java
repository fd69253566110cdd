package florin.docs;

import florin.page.Pages;
import java.util.List;

/**
 * Of what others wrote and we serve to browsers.
 *
 * @param name of the work
 * @param version of the package that it is taken from
 * @param licence its SPDX identifier
 * @param text of the licence, whole
 */
public record Licence(String name, String version, String licence, String text) {
  /** What is served, with where its licence stands on the class path. */
  private static final List<Work> WORKS =
      List.of(
          new Work("htmx", "2.0.10", "0BSD", "/florin/dashboard/htmx/LICENSE"),
          new Work("Inter", "5.2.5", "OFL-1.1", "/florin/page/inter/LICENSE"));

  /** By which addresses name it. */
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
