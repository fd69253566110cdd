package florin.docs;

import java.util.List;

/** The results of a search. */
public record SearchView(String query, List<FoundPassage> hits, DocsNavigation navigation) {
  public SearchView {
    hits = List.copyOf(hits);
  }

  /**
   * A passage that matches every word of the query.
   *
   * @param place the page or chapter that it is part of
   * @param before the text before {@code match}
   * @param match the first word of the query in the passage's text; empty if only its title has one
   */
  public record FoundPassage(
      String title, String address, String place, String before, String match, String after) {}
}
