package florin.docs;

import florin.page.Pages;
import java.util.List;

/**
 * Of what others wrote and we serve to browsers.
 *
 * @param name of the work
 * @param version that is served
 * @param licence its SPDX identifier
 * @param text of the licence, whole
 */
public record Licence(String name, String version, String licence, String text) {
  /** What is served, with where its licence stands on the class path. */
  private static final List<Work> WORKS =
      List.of(new Work("htmx", "2.0.11", "0BSD", "/florin/dashboard/htmx.txt"));

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
