package florin.docs;

import florin.docs.DocsNavigation.DocsLink;
import florin.docs.OperationText.Language;
import java.util.List;
import java.util.Optional;

/**
 * A page of `/docs` from Markdown.
 *
 * @param html its text below the title
 * @param anchors its headings
 */
public record DocsPage(
    String title,
    String address,
    String html,
    List<Anchor> anchors,
    Crumb crumb,
    DocsNavigation navigation) {
  public DocsPage {
    anchors = List.copyOf(anchors);
  }

  /** Returns the languages of the examples. */
  public List<Language> languages() {
    return CodeSamples.languages(html);
  }

  /** A heading below the title. */
  public record Anchor(String id, String title, int level) {
    private static final int DEEPEST_LISTED = 3;

    /** Returns whether the page's list of headings includes it. */
    boolean isListed() {
      return level <= DEEPEST_LISTED;
    }
  }

  /**
   * The place of a page among the others.
   *
   * @param chapter empty if the navigation does not list the page
   */
  public record Crumb(String chapter, AdjacentPages adjacent) {}

  /** The page before and the page after one. */
  public record AdjacentPages(Optional<DocsLink> previous, Optional<DocsLink> next) {}
}
